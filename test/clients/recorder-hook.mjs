import { appendFileSync, readFileSync } from "node:fs";
import { recordedVariables } from "./recorded-variables.mjs";

// A hook that writes down how it was called: node recorder-hook.mjs <file> <event> [what to print, in base64]
const [file, event, output = ""] = process.argv.slice(2);
const stdin = readFileSync(0, "utf8");

const variables = recordedVariables();
appendFileSync(file, `${JSON.stringify({ event, stdin, cwd: process.cwd(), variables })}\n`);
process.stdout.write(Buffer.from(output, "base64"));
