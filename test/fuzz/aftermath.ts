import { join } from "node:path";
import { raw } from "../support/raw-sqlite.ts";
import { runProgram } from "../support/run-program.ts";
import type { FuzzRun } from "./fuzz-run.ts";

/** What is wrong with the memory once the server is gone: its check-up, its log, and what was acknowledged. */
export async function aftermath({ home, acknowledged, tally }: FuzzRun): Promise<void> {
  const env = { MEMBRIA_HOME: home, MEMBRIA_LOG_LEVEL: "error" };
  const fail = (problem: string, received: string): void =>
    tally.failed({ index: -1, kind: "afterwards", problem, sent: "", received });
  const doctor = await runProgram(["doctor", "--json"], { env });
  const { ok, checks } = JSON.parse(doctor.out || "{}") as {
    ok?: boolean;
    checks?: { name: string; ok: boolean }[];
  };
  if (doctor.code !== 0 || !ok || !checks?.some(({ name, ok: fine }) => name === "audit" && fine))
    fail("doctor finds something", doctor.out + doctor.err);
  const stored = await storedIds(join(home, "membria.db"));
  const missing = [...acknowledged].filter((id) => !stored.has(id));
  if (missing.length > 0)
    fail(`${missing.length} acknowledged records are not there`, missing.slice(0, 10).join(" "));
}

/** The ids in all tables that have some. */
function storedIds(path: string): Promise<Set<unknown>> {
  return raw(path, (db) => {
    const tables = db
      .prepare(
        "select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'id'",
      )
      .all() as { name: string }[];
    const rows = tables.flatMap(
      ({ name }) => db.prepare(`select id from "${name}"`).all() as { id: unknown }[],
    );
    return new Set(rows.map(({ id }) => id));
  });
}
