import { createRequire } from "node:module";
import { Fault } from "../domain/shared/errors.ts";

// Everything else is imported here, so that even a program that may not open its own files says so in a sentence.
try {
  // A program of its own, which starts with every prompt of a person. The build puts it beside this one.
  const isHook = process.argv[2] === "hook" && (await hooks().runHook(process.argv.slice(3)));
  if (!isHook) await runCommand();
} catch (error) {
  const { code, sentence } = Fault.from(error);
  if (code === "internal") throw error;
  process.stderr.write(`membria: ${sentence}\n`);
  process.exitCode = 6;
}

/** Loading CommonJS with `import` would take longer than all it does. */
function hooks(): typeof import("./hook.ts") {
  return createRequire(import.meta.url)("./hook.cjs") as typeof import("./hook.ts");
}

async function runCommand(): Promise<void> {
  const { commandLine } = await import("./command-line.ts");
  process.exitCode = await commandLine(process.argv.slice(2));
}
