/** The most that a client is given at once, in tokens. */
export const TOKEN_LIMITS = { "session-start": 500, prompt: 250, "pre-edit": 150 } as const;

const ASCII_PER_TOKEN = 3;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
const ASCII = /[\u0000-\u007f]/g;

/** How many tokens a text has at most. English prose has a quarter fewer, and ids and paths about as many. */
export function mostTokens(text: string): number {
  const ascii = text.match(ASCII)?.length ?? 0;
  return Math.ceil(ascii / ASCII_PER_TOKEN) + ([...text].length - ascii);
}
