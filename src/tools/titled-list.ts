/** A title and a bulleted list, as lines; no lines if the list is empty. */
export const titledList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];
