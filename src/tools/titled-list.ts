/** A list under its title, in lines; nothing at all where the list is empty. */
export const titledList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${item}`)];
