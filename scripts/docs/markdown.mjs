/** The first lines of a page that nobody should edit. */
export function generatedFrom(title, sources) {
  return `# ${title}\n\n<!-- Written by \`npm run docs\` from ${sources}. Edit those instead. -->`;
}

export const code = (text) => `\`${text}\``;

export function table(headings, rows) {
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

function cell(text) {
  return String(text).replaceAll("|", "\\|").replace(/\s+/g, " ").trim();
}

export function fenced(language, text) {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Blocks with an empty line in between, and a newline at the end. */
export function page(...blocks) {
  return `${blocks.flat(Number.POSITIVE_INFINITY).join("\n\n")}\n`;
}
