import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { initialize, startServer } from "../server-process.ts";
import { folder, root } from "../workplace.ts";

const entry = (): string =>
  createRequire(join(root, "package.json")).resolve("@modelcontextprotocol/server-memory/dist/index.js");

/** How the peer is started on a memory of so many notes, which is a file of lines. */
export function peerCommand(size: number): {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
} {
  const file = join(folder, `peer-${size}.jsonl`);
  const next = madeUpDecisions(size);
  const lines = Array.from({ length: size }, (_, i) =>
    JSON.stringify({ type: "entity", ...entityOf(i, next()) }),
  );
  writeFileSync(file, lines.join("\n"));
  return { args: [entry()], env: { MEMORY_FILE_PATH: file } };
}

/** The same texts as notes of `@modelcontextprotocol/server-memory`, which searches them for a substring. */
export async function startPeer(size: number) {
  const { args, env } = peerCommand(size);
  const server = startServer(args, env);
  await initialize(server);
  server.notify("notifications/initialized");
  let saved = size;
  const call = (name: string, given: object) => server.request("tools/call", { name, arguments: given });
  return {
    save: (decision: ReturnType<ReturnType<typeof madeUpDecisions>>) =>
      call("create_entities", { entities: [entityOf(saved++, decision)] }),
    /** It finds only what is written the same way, so it is asked for one word. */
    search: (statement: string) => call("search_nodes", { query: statement.split(" ")[1] ?? statement }),
    end: server.end,
  };
}

const entityOf = (
  number: number,
  { statement, reasoning, alternatives }: ReturnType<ReturnType<typeof madeUpDecisions>>,
) => ({
  name: `decision ${number}`,
  entityType: "decision",
  observations: [statement, reasoning ?? "", ...(alternatives ?? [])],
});
