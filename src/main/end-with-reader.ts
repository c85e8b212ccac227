import type { Writable } from "node:stream";

/** Ends the program quietly when nobody reads its output any more, as after `| head`. */
export function endWithReader(output: Writable): void {
  if (output.listeners("error").includes(endQuietly)) return;
  output.on("error", endQuietly);
}

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  throw error;
}
