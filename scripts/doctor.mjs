import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "./run.mjs";

/** Runs `membria doctor` against a new, empty memory and resolves to its exit code. */
export async function runDoctor(bin) {
  const home = await mkdtemp(join(tmpdir(), "membria-doctor-"));
  try {
    return await runNode([bin, "doctor"], { env: { ...process.env, MEMBRIA_HOME: home } });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
