// Speaks as the process that holds the model does, and gives every text the same vector. The process alone is what a test
// is about: loading the model takes most of the time that such a test would take.
import { existsSync } from "node:fs";

const VECTOR = new Float32Array(384).fill(Math.sqrt(1 / 384));

process.on("disconnect", () => process.exit(0));
process.on("message", (message) => {
  if (existsSync(`${import.meta.filename}.broken`)) process.exit(1);
  if ("load" in message) process.send({ loaded: { runtime: "native", skippedRuntimes: [] } });
  else process.send({ vector: VECTOR });
});
