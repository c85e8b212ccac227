import { clientSettings } from "./client-settings.mjs";
import { runDoctor } from "./doctor.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { bold, cyan, dim, green, red } from "./terminal.mjs";

await ensureInstalled();
// Not before: it needs what has just been installed.
const { build } = await import("./build.mjs");
const { main } = await build();

console.log(`${bold("Membria")} ${dim(main)}\n`);
console.log(dim("membria doctor, on a new and empty memory that is thrown away afterwards:"));
const code = await runDoctor(main);
process.exitCode = code;
if (code === 0) {
  console.log(`\n${green("✓")} ${bold("It works.")} Paste one of these to give your agent a memory:\n`);
  for (const { client, where, text } of clientSettings("node", [main, "mcp", "serve"])) {
    console.log(`${bold(cyan(client))} ${dim(`· ${where}`)}\n${text.replace(/^/gm, "  ")}\n`);
  }
  console.log(dim(`If a desktop program does not find "node", give it the full path: ${process.execPath}`));
} else {
  console.error(`\n${red("✗")} membria doctor ended with exit code ${code}; its report is above.`);
}
