/**
 * What moves the cursor, changes colours, title or clipboard of a terminal, or changes the order in which text is shown.
 * Tab and newline are not among them, and neither are the direction marks that words of some scripts need.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Control characters as `\uXXXX`, which is the same value inside a string of JSON. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
