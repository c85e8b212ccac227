import { Fault } from "../../shared/errors.ts";
import type { ServerFinding, TeamLog } from "../rules/team-log.ts";

export interface ExaminedServer {
  readonly version: string;
  readonly findings: readonly ServerFinding[];
}

/** What should be otherwise about a server, before anything is entrusted to it. */
export async function examineServer(log: TeamLog): Promise<ExaminedServer> {
  const { version, findings } = await log.examine();
  return { version, findings };
}

/** @throws Fault `conflict` if the server would lose what is shared, or keep what is erased. */
export function requireReady({ findings }: ExaminedServer, force: boolean): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0 || force) return;
  throw new Fault("conflict", errors.map(({ problem }) => problem).join(" "), {
    reason: "server_not_ready",
    hint: `Nothing was changed. ${errors.map(({ remedy }) => remedy).join(" ")}`,
    remedies: [{ remedy: "use-server-anyway" }],
  });
}
