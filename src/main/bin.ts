import { Fault } from "../domain/errors.ts";

const argv = process.argv.slice(2);

try {
  if (argv[0] === "mcp" && argv[1] === "serve" && !argv.includes("--help")) {
    const { serve } = await import("./serve.ts");
    await serve(argv.slice(2));
  } else {
    const { commandLine } = await import("./command-line.ts");
    process.exitCode = await commandLine(argv);
  }
} catch (error) {
  const fault = Fault.from(error);
  process.stderr.write(`membria: ${fault.sentence}\n`);
  if (fault.code === "internal" && fault.cause instanceof Error)
    process.stderr.write(`${fault.cause.stack}\n`);
  process.exitCode = 1;
}
