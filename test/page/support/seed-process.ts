import { seedExample } from "./example-memory.ts";

/** Writes the example memory into the folder that the first argument names, for screenshots and for looking around. */
const [, , home] = process.argv;
if (home === undefined) throw new Error("Name the folder for the memory.");
await seedExample(home);
