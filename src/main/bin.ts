import { createRequire } from "node:module";
import { Fault } from "../shared/errors.ts";

const load = createRequire(__filename);

void main(process.argv.slice(2));

// Everything else is loaded here, so that even a program that may not open its own files says so in a sentence.
async function main(argv: readonly string[]): Promise<void> {
  try {
    // A program of its own, which starts with every prompt of a person. The build puts it beside this one.
    const isHook = argv[0] === "hook" && (await hooks().runHook(argv.slice(1)));
    if (!isHook) await (await import("./program/run-program.ts")).runProgram(argv, __filename, load);
  } catch (error) {
    const { code, sentence } = Fault.from(error);
    if (code === "internal") throw error;
    process.stderr.write(`membria: ${sentence}\n`);
    process.exitCode = 6;
  }
}

function hooks(): typeof import("./hooks/hook.ts") {
  return load("./hook.cjs") as typeof import("./hooks/hook.ts");
}
