import { appendFileSync } from "node:fs";
import { Session } from "node:inspector";
import process from "node:process";

// Loaded before the program (node --import): writes down every file that Node compiles, in the order it does, and where
// the program first wrote to its standard output. The debugger says so itself, so nothing is missed or guessed.
const list = process.env["MEMBRIA_LOADED_FILES"];
const session = new Session();
session.connect();
session.on("Debugger.scriptParsed", ({ params: { url } }) => appendFileSync(list, `${url}\n`));
session.post("Debugger.enable");

const write = process.stdout.write;
process.stdout.write = (...args) => {
  process.stdout.write = write;
  appendFileSync(list, "first output\n");
  return write.apply(process.stdout, args);
};
