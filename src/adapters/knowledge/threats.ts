import { readFile } from "node:fs/promises";
import { Fault } from "../../domain/errors.ts";
import type { Threat, ThreatKnowledge } from "../../domain/threat.ts";

/** Reads the file that the build wrote, when somebody first asks. The build checked it, so nothing is checked here. */
export function threatKnowledge(file: string | undefined): ThreatKnowledge {
  let reading: Promise<readonly Threat[]> | undefined;
  return {
    all() {
      reading ??= read(file).catch((cause: unknown) => {
        reading = undefined;
        throw missing(cause);
      });
      return reading;
    },
  };
}

async function read(file: string | undefined): Promise<readonly Threat[]> {
  if (file === undefined) throw new Error("The build did not write it.");
  return JSON.parse(await readFile(file, "utf8")) as readonly Threat[];
}

function missing(cause: unknown): Fault {
  return new Fault("unavailable", "The threat patterns that come with Membria cannot be read.", {
    reason: "threat_knowledge",
    hint: "Install Membria again; in a checkout, run: npm run build.",
    cause,
  });
}
