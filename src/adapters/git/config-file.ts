const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** The first `url` of `[remote "origin"]`, which is also the one git fetches from. */
export function originUrl(config: string): string | undefined {
  const [first] = configValues(config, "remote.origin.url");
  return first;
}

/** The last `name` of `[user]`, because git lets the last of several win. Undefined if it is empty. */
export function userName(config: string): string | undefined {
  return [...configValues(config, "user.name")].at(-1)?.trim() || undefined;
}

/**
 * The values of a name such as `user.name` or `remote.origin.url` in a git configuration file, in its order. We parse
 * the file ourselves, because starting a git process would take longer than the rest of the start. Files that it
 * includes are not read.
 */
function* configValues(config: string, name: string): Generator<string> {
  const section = name.slice(0, name.lastIndexOf("."));
  const key = name.slice(section.length + 1);
  let inSection = false;
  let rest = config.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  while (rest !== "") {
    const heading = /^\s*\[\s*([^\s\]"]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]/.exec(rest);
    if (heading) {
      inSection = isSection(section, heading[1] ?? "", heading[2]);
      rest = rest.slice(heading[0].length);
      continue;
    }
    const entry = /^\s*([a-z][a-z0-9-]*)[ \t]*=/i.exec(rest);
    if (entry) {
      const { value, length } = readValue(rest.slice(entry[0].length));
      if (inSection && entry[1]?.toLowerCase() === key) yield value;
      rest = rest.slice(entry[0].length + length);
      continue;
    }
    // A blank line, a comment, or a key without a value.
    const newline = rest.indexOf("\n");
    rest = newline === -1 ? "" : rest.slice(newline + 1);
  }
}

/** The name of a section ignores case, its quoted part does not; `[remote.origin]` is the old way to write it. */
function isSection(section: string, name: string, quoted: string | undefined): boolean {
  if (quoted === undefined) return name.toLowerCase() === section;
  return `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, "$1")}` === section;
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
