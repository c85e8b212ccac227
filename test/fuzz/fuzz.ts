import { temporaryFolder } from "../support/temporary-folder.ts";
import { aftermath } from "./aftermath.ts";
import { startControl } from "./control.ts";
import { fillMemory } from "./fill-memory.ts";
import { fuzzHttp } from "./fuzz-http.ts";
import { createRun, type FuzzOptions, type FuzzRun } from "./fuzz-run.ts";
import { fuzzStdio } from "./fuzz-stdio.ts";

const TRANSPORTS = { stdio: fuzzStdio, http: fuzzHttp } as const;

/** Sends made-up calls to the built program over each transport, half of the time each. */
export async function fuzz(
  options: FuzzOptions,
  transports: readonly (keyof typeof TRANSPORTS)[] = ["stdio", "http"],
): Promise<FuzzRun[]> {
  const runs: FuzzRun[] = [];
  const control = startControl();
  try {
    for (const transport of transports) {
      const folder = await temporaryFolder();
      try {
        const world = await fillMemory(folder.path, options);
        const share = { ...options, seconds: options.seconds / transports.length };
        const run = createRun(transport, share, folder.path, world, control);
        const server = await TRANSPORTS[transport](run);
        await server.kill();
        await aftermath(run);
        runs.push(run);
        options.progress(`${transport}, seed ${options.seed}:\n${run.tally.report()}`);
        options.progress(
          `acknowledged records: ${run.acknowledged.size}; resident memory: ${run.resident[0]} MB before, ${run.resident.at(-1)} MB after, ${Math.max(...run.resident)} MB at most`,
        );
      } finally {
        await folder.remove();
      }
    }
  } finally {
    control.stop();
  }
  return runs;
}
