import { Fault } from "../domain/shared/errors.ts";

// Everything else is imported here, so that even a program that may not open its own files says so in a sentence.
try {
  const { commandLine } = await import("./command-line.ts");
  process.exitCode = await commandLine(process.argv.slice(2));
} catch (error) {
  const { code, sentence } = Fault.from(error);
  if (code === "internal") throw error;
  process.stderr.write(`membria: ${sentence}\n`);
  process.exitCode = 6;
}
