/**
 * How much is read of what somebody else may have written: a repository, another program, a file from the network. Parsers
 * take far more time and memory for some texts than their length suggests. Each limit is several times what people write,
 * and keeps the worst text to seconds. What messages of the protocol may contain is in `text.ts`.
 */
export const READ_LIMITS = {
  /** A file in a folder of architecture decision records. */
  record: {
    bytes: 500_000,
    lines: 10_000,
    /** Quotes and lists in each other. The parser takes the square of it. */
    depth: 100,
    /** What begins a quote, an item, a cell, an emphasis, code or a link. Those of one paragraph are compared with each other. */
    marks: 10_000,
    /** What begins a comment or an instruction of HTML. The end of each is sought in all of its paragraph. */
    htmlMarks: 500,
  },
  /** The YAML at the beginning of a record. */
  frontMatter: {
    characters: 20_000,
    /** Items of lists, and brackets and braces. They may all be inside each other, and its parser calls itself. */
    items: 500,
    /** An alias repeats what it stands for, which may be aliases: some dozen of them make millions of values. */
    aliases: 10,
  },
  /** A message may have 1,000 levels, and an export has a record around what the message said. */
  jsonDepth: 1_100,
  /** A line of a file that is read line by line. */
  lineBytes: 20_000_000,
  /** A line of a transcript, which has a whole message; what is longer has a file in it. */
  transcriptLine: 1_000_000,
  /** Another text that a person names. */
  namedText: 1_000_000,
  /** A file of a repository: rules, changelogs, lists of packages. Hardly anybody wrote one that is longer. */
  repositoryFileBytes: 1_000_000,
  /** A file of git itself. The list of references of a large repository has some ten megabytes. */
  gitFileBytes: 100_000_000,
  /** `.membria.json`, which needs far less. */
  projectFileBytes: 65_536,
  /** The settings of a client. Some keep the history of conversations there. */
  clientFileBytes: 50_000_000,
  /** An event of a client, which may have the result of a tool in it. */
  eventBytes: 20_000_000,
  /** What a hook and a server say to each other. */
  socketLineBytes: 4_000_000,
} as const;

/** How deep lists and objects are in each other. Does not call itself, so that it can look at anything. */
export function jsonDepth(value: unknown): number {
  let depth = 0;
  for (let level = containersIn([value]); level.length > 0; depth++)
    level = level.flatMap((one) => containersIn(Object.values(one)));
  return depth;
}

const containersIn = (values: readonly unknown[]): object[] =>
  values.filter((value) => typeof value === "object" && value !== null);
