import { parseArgs } from "node:util";
import { failuresText } from "./failures.ts";
import { fuzz } from "./fuzz.ts";

/** Fuzzes for a while and says what it found. */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "600" } },
});
const seed = Number(process.env["MEMBRIA_FUZZ_SEED"] ?? Date.now() % 1_000_000);
const chosen = process.env["MEMBRIA_FUZZ_CASE"];
const [, transport, index] = /^(stdio|http):(\d+)$/.exec(chosen ?? "") ?? [];
console.log(`seed ${seed}`);
const runs = await fuzz(
  {
    seed,
    seconds: Number(values.seconds),
    embedding: "local",
    ...(index !== undefined && { only: Number(index) }),
    progress: (line) => console.log(line),
  },
  transport === undefined ? undefined : [transport as "stdio" | "http"],
);
const found = failuresText(runs);
if (found) console.error(found);
process.exitCode = found ? 1 : 0;
