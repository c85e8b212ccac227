/** Longer prompts are pasted texts, whose beginning says what is wanted. */
const MOST_CHARACTERS = 1_200;
/** Of a prompt, what is looked at: more was pasted, and nobody wants to wait for it. */
const MOST_READ = 50_000;
/** Fewer words than this ask for nothing that was ever decided: `continue`, `yes, do that`. */
const LEAST_WORDS = 4;

/** What clients put into the place of a prompt: notices of their own, commands, and the output of commands. */
const MACHINE_PROMPTS: readonly RegExp[] = [
  /^\s*<(?:task-notification|command-name|command-message|local-command|bash-(?:input|stdout|stderr)|system-reminder|hook_context|user-prompt-submit-hook)\b/i,
  /^\s*\[(?:Request interrupted|SYSTEM NOTIFICATION)/i,
  /^\s*(?:This session is being continued from a previous conversation|Caveat: The messages below were generated)/i,
  /^\s*[/!#][\w:-]*(?:\s|$)/,
];

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
/** Lines of stack traces, logs, diffs and prompts of a shell, and quotations. */
const PASTED_LINE =
  /^\s*(?:at\s+\S.*[):]\d*|File ".*", line \d+.*|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\[?\d\d:\d\d:\d\d.*|[+-]{1,3}(?=[^\s-]).*|@@.*@@.*|[$>%#]\s.*|\S+:\d+:\d+.*|(?:npm|yarn|pnpm) (?:ERR!|WARN).*|(?:[A-Z]\w*)?(?:Error|Exception)\b:?.*|(?:WARN|ERROR|INFO|DEBUG|FATAL|FAIL)\b.*)$/;
/** A character of a script without spaces between words, or a word of another one. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const SENTENCE_END = /(?<=[.!?…])\s+|(?<=[。！？])|\n+/u;
/** Each is searched for by itself, while a person waits. */
const MOST_SENTENCES = 8;

/** Whether a program wrote it in the place of a person. */
export const isMachinePrompt = (prompt: string): boolean =>
  MACHINE_PROMPTS.some((pattern) => pattern.test(prompt));

/**
 * What a person asks for, without the code and the output they pasted. Undefined if that is nothing that the memory could
 * know something about.
 */
export function personsWords(prompt: string): string | undefined {
  if (isMachinePrompt(prompt)) return undefined;
  const words = prompt
    .slice(0, MOST_READ)
    .replace(FENCE, "\n")
    .split("\n")
    .filter((line) => !PASTED_LINE.test(line))
    .join("\n")
    .trim()
    .slice(0, MOST_CHARACTERS);
  return saysSomething(words) ? words : undefined;
}

/** The sentences of a prompt that say something by themselves. */
export function sentencesOf(words: string): string[] {
  return words
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter(saysSomething)
    .slice(0, MOST_SENTENCES);
}

const saysSomething = (text: string): boolean => (text.match(WORD)?.length ?? 0) >= LEAST_WORDS;
