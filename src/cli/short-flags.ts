/** One letter for a flag means the same in every command that has the flag. By the name of the flag as it is typed. */
const SHORT_FLAGS: Readonly<Record<string, string>> = {
  help: "h",
  json: "j",
  project: "p",
  yes: "y",
  "dry-run": "n",
  limit: "l",
  confidence: "c",
  domain: "d",
  topic: "t",
  // Both say why.
  reasoning: "r",
  reason: "r",
};

export const shortFor = (flag: string): string | undefined =>
  Object.hasOwn(SHORT_FLAGS, flag) ? SHORT_FLAGS[flag] : undefined;

/** How a flag is typed, with its letter: `-n, --dry-run`. */
export function spelled(flag: string): string {
  const short = shortFor(flag);
  return short === undefined ? `--${flag}` : `-${short}, --${flag}`;
}

/** Whether the words ask for JSON, before it is known which command they are for. Letters may stand together: `-yj`. */
export const wantsJson = (argv: readonly string[]): boolean =>
  argv.some((word) => word === "--json" || /^-[hyn]*j[hyn]*$/.test(word));
