const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/**
 * The first `url` of `[remote "origin"]` in a git configuration file, which is also the one git fetches from. We parse the
 * file ourselves, because starting a git process would take longer than the rest of the start.
 */
export function originUrl(config: string): string | undefined {
  let inOrigin = false;
  let rest = config.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  while (rest !== "") {
    const section = /^\s*\[\s*([^\s\]"]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]/.exec(rest);
    if (section) {
      inOrigin = isOrigin(section[1] ?? "", section[2]);
      rest = rest.slice(section[0].length);
      continue;
    }
    const entry = /^\s*([a-z][a-z0-9-]*)[ \t]*=/i.exec(rest);
    if (entry) {
      const { value, length } = readValue(rest.slice(entry[0].length));
      if (inOrigin && entry[1]?.toLowerCase() === "url") return value;
      rest = rest.slice(entry[0].length + length);
      continue;
    }
    // A blank line, a comment, or a key without a value.
    const newline = rest.indexOf("\n");
    rest = newline === -1 ? "" : rest.slice(newline + 1);
  }
  return undefined;
}

/** The name of a section ignores case, its quoted part does not; `[remote.origin]` is the old way to write it. */
function isOrigin(name: string, quoted: string | undefined): boolean {
  if (quoted === undefined) return name.toLowerCase() === "remote.origin";
  return name.toLowerCase() === "remote" && quoted.replace(/\\(.)/g, "$1") === "origin";
}

/** Quotes may open and close anywhere, comments start outside them, and a backslash continues the line. */
function readValue(text: string): { value: string; length: number } {
  let value = "";
  let kept = 0;
  let quoted = false;
  let comment = false;
  let at = 0;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const character = text.charAt(at);
    if (comment) continue;
    if (character === "\\") {
      at++;
      const escaped = text.charAt(at);
      if (escaped !== "\n") value += ESCAPES[escaped] ?? escaped;
      kept = value.length;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (!quoted && (character === "#" || character === ";")) {
      comment = true;
    } else if (quoted || !/\s/.test(character)) {
      value += character;
      kept = value.length;
    } else if (value !== "") {
      value += character;
    }
  }
  return { value: value.slice(0, kept), length: at };
}
