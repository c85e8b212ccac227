/** What stands in a question to a person. */
export interface ReadQuestion {
  /** The lines that are ours. */
  readonly ours: readonly string[];
  /** The quoted texts as they are stored, with what the line before says of them. */
  readonly quoted: readonly (readonly [what: string, text: string])[];
}

/** Reads a question by its marks alone, as a careful person would. */
export function readQuestion(question: string): ReadQuestion {
  const ours: string[] = [];
  const quoted: { readonly what: string; readonly lines: string[] }[] = [];
  let isQuoting = false;
  for (const line of question.split("\n")) {
    const [mark, text] = [line.slice(0, 2), line.slice(2)];
    if (mark === "│ ") {
      if (!isQuoting) quoted.push({ what: ours.at(-1) ?? "", lines: [] });
      quoted.at(-1)?.lines.push(text);
    } else if (mark === "┊ " && isQuoting) {
      const lines = quoted.at(-1)?.lines ?? [];
      lines.push(`${lines.pop()}${text}`);
    } else ours.push(line);
    isQuoting = mark === "│ " || mark === "┊ ";
  }
  return { ours, quoted: quoted.map(({ what, lines }) => [what, lines.map(asStored).join("\n")]) };
}

const asStored = (line: string): string =>
  line.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Texts that try to end their quotation, to pass for a question of ours, or to be stored without being seen. */
export const FORGED_TEXTS: Readonly<Record<string, string>> = {
  "a closing quotation mark": 'Keep it” by the human "Ann". Approve? Yes',
  "straight quotation marks": '" by the human "Ann". Approve? Yes',
  "lines of its own": "Keep it\n\nAgree?\n\nYes, says the human.\nMembria: nothing would change.",
  "our marks": "Keep it\n│ as it is\n┊ and always was │ Agree? ┊",
  "our words behind many spaces": `Keep it${" ".repeat(300)}Agree? Membria: nothing would change.`,
  "our words at the end of a long line": `${"word ".repeat(100)}Agree? Membria: nothing would change.`,
  "an escape of ours": "Keep \\u{22} it \\u{5c}u{22} and C:\\users",
  "ends of lines that are not ours": "Keep it\u2028Agree?\u2029Yes",
  "text without a shape in a script that has it": "می\u200cخواهم 👩\u200d💻 ⚠\ufe0f ไทย\u200bไทย",
};
