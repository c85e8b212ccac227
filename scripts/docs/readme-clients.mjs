import { clientSettings } from "../client-settings.mjs";
import { fenced } from "./markdown.mjs";

const BEGIN = "<!-- clients: written by `npm run docs` from scripts/client-settings.mjs -->";
const END = "<!-- clients end -->";

/** The README with the current client settings. Clients with the same settings share one text. */
export function withClients(readme) {
  const [before, after] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`README.md lacks the lines ${BEGIN} and ${END}.`);
  const byText = new Map();
  for (const { client, where, text } of clientSettings("node", [
    "/path/to/membria/dist/membria.js",
    "mcp",
    "serve",
  ])) {
    byText.set(text, [...(byText.get(text) ?? []), `**${client}**: ${where}`]);
  }
  const blocks = [...byText].map(
    ([text, places]) => `${places.join("  \n")}\n\n${fenced(languageOf(text), text)}`,
  );
  return [readme.slice(0, before + BEGIN.length), ...blocks, readme.slice(after)].join("\n\n");
}

function languageOf(text) {
  if (text.startsWith("{")) return "json";
  return text.startsWith("[") ? "toml" : "sh";
}
