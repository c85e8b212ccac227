/** The shells that clients pass the command of a hook to. */
export type Shell = "posix" | "cmd" | "powershell";

const PLAIN = /^[\w@%+=:,./-]+$/;
/** In these shells a backslash is an ordinary character. */
const PLAIN_ON_WINDOWS = /^[\w@+=:,./\\-]+$/;

/** One command line of which the shell makes these words again. */
export function shellLine(words: readonly string[], shell: Shell): string {
  if (shell === "posix") return words.map(posixWord).join(" ");
  if (shell === "cmd") return words.map(cmdWord).join(" ");
  const [first = ""] = words;
  // A quoted word at the beginning would be a text, not a command.
  return (PLAIN_ON_WINDOWS.test(first) ? "" : "& ") + words.map(powershellWord).join(" ");
}

const posixWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const cmdWord = (word: string): string =>
  PLAIN_ON_WINDOWS.test(word) ? word : `"${word.replaceAll('"', '""')}"`;

const powershellWord = (word: string): string =>
  PLAIN_ON_WINDOWS.test(word) && !word.startsWith("@") ? word : `'${word.replaceAll("'", "''")}'`;
