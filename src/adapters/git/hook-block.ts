const BEGIN = "# >>> membria: reads what is new here, in the background";
const END = "# <<< membria";
const SHELL = /^#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?(?:sh|bash|dash|zsh|ksh|ash)\b[^\n]*\n/;
const BLOCK = new RegExp(`^${BEGIN}\\n[^]*?^${END}\\n`, "m");

/** What a file of our own begins with. */
const OWN_BEGINNING = "#!/bin/sh\n";

/** Half of a rebase is nothing to read. */
const blockOf = (command: readonly string[]): string =>
  [
    BEGIN,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in.
    'if [ ! -d "${GIT_DIR:-.git}/rebase-merge" ] && [ ! -d "${GIT_DIR:-.git}/rebase-apply" ]; then',
    `  (${command.map(quoted).join(" ")} </dev/null >/dev/null 2>&1 &) >/dev/null 2>&1`,
    "fi",
    END,
    "",
  ].join("\n");

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export const hasBlock = (text: string): boolean => BLOCK.test(text);

/** The text of a hook with our command first, since others may end it. Undefined if it is no script of a shell. */
export function withBlock(text: string | undefined, command: readonly string[]): string | undefined {
  const block = blockOf(command);
  if (text === undefined) return `${OWN_BEGINNING}${block}`;
  if (hasBlock(text)) return text.replace(BLOCK, () => block);
  const [beginning] = SHELL.exec(text) ?? [];
  return beginning === undefined ? undefined : `${beginning}${block}${text.slice(beginning.length)}`;
}

/** The text without it; undefined if nothing else is in the file. */
export function withoutBlock(text: string): string | undefined {
  const rest = text.replace(BLOCK, "");
  return rest === OWN_BEGINNING ? undefined : rest;
}
