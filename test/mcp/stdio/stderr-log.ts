import type { Log } from "../../../src/shared/ports.ts";

const write = (level: string) => (message: string, meta?: Record<string, unknown>) =>
  void process.stderr.write(`${level} ${message} ${JSON.stringify(meta ?? {})}\n`);

/** One readable line per entry, on stderr, where a test that fails shows it. */
export const stderrLog: Log = {
  debug: write("debug"),
  info: write("info"),
  warn: write("warn"),
  error: write("error"),
  with: () => stderrLog,
};
