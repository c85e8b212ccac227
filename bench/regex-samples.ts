/** Generates strings that match a regular expression in Go's syntax, as far as the secret rules use it. */
export interface Sample {
  readonly text: string;
  /** The span of the longest capture group that took part, or of the whole sample. */
  readonly start: number;
  readonly end: number;
}

type Node =
  | { kind: "chars"; chars: string }
  | { kind: "sequence"; items: Node[] }
  | { kind: "choice"; options: Node[] }
  | { kind: "repeat"; item: Node; min: number; max: number; lazy: boolean }
  | { kind: "capture"; item: Node };

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const ALNUM = DIGITS + LOWER + LOWER.toUpperCase();
const PRINTABLE = `${ALNUM}+/=`;

const CLASSES: Record<string, string> = { d: DIGITS, w: `${ALNUM}_`, s: " ", S: ALNUM };

function parse(source: string): Node {
  let at = 0;

  function escaped(): string {
    const c = source[at++] ?? "";
    if (c === "x") {
      const code = Number.parseInt(source.slice(at, at + 2), 16);
      at += 2;
      return String.fromCharCode(code);
    }
    if (c === "n" || c === "r") return "\n";
    if (c === "t") return "\t";
    return CLASSES[c] ?? c;
  }

  function classChar(): string {
    const c = source[at++] ?? "";
    return c === "\\" ? escaped() : c;
  }

  function charClass(): Node {
    const negated = source[at] === "^";
    if (negated) at++;
    let chars = "";
    for (let first = true; source[at] !== "]" || first; first = false) {
      if (source.startsWith("[:alnum:]", at)) {
        chars += ALNUM;
        at += 9;
        continue;
      }
      const from = classChar();
      if (source[at] === "-" && source[at + 1] !== "]" && from.length === 1) {
        at++;
        const to = classChar();
        for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++)
          chars += String.fromCharCode(code);
      } else chars += from;
    }
    at++;
    const pool = negated ? [...ALNUM].filter((c) => !chars.includes(c)).join("") : chars;
    return { kind: "chars", chars: pool };
  }

  function group(): Node {
    const [flags] = /^\?(?:P<\w+>|[a-zA-Z-]*[:)])/.exec(source.slice(at)) ?? [];
    at += flags?.length ?? 0;
    if (flags?.endsWith(")")) return { kind: "sequence", items: [] };
    const item = alternatives();
    at++;
    return flags === undefined ? { kind: "capture", item } : item;
  }

  function atom(): Node {
    const c = source[at++] ?? "";
    if (c === "[") return charClass();
    if (c === "(") return group();
    if (c === "^" || c === "$") return { kind: "sequence", items: [] };
    // Rules often leave the dot of a host name unescaped.
    if (c === ".") return { kind: "chars", chars: "*+{".includes(source[at] ?? "x") ? PRINTABLE : "." };
    if (c === "\\") {
      if ("bBzA".includes(source[at] ?? "")) {
        at++;
        return { kind: "sequence", items: [] };
      }
      return { kind: "chars", chars: escaped() };
    }
    return { kind: "chars", chars: c };
  }

  function quantified(item: Node): Node {
    const [found, least, comma, most] = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})/.exec(source.slice(at)) ?? [];
    if (found === undefined) return item;
    at += found.length;
    const lazy = source[at] === "?";
    if (lazy) at++;
    const min = found === "+" ? 1 : Number(least ?? 0);
    const exact = least !== undefined && comma === undefined;
    const max = found === "?" ? 1 : exact ? min : most ? Number(most) : min + 12;
    return { kind: "repeat", item, min, max, lazy };
  }

  function alternatives(): Node {
    const options: Node[] = [];
    let items: Node[] = [];
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at++;
        options.push({ kind: "sequence", items });
        items = [];
      } else items.push(quantified(atom()));
    }
    options.push({ kind: "sequence", items });
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  return alternatives();
}

/** Deterministic: the same seed gives the same sample. */
export function sampleOf(source: string, seed: number): Sample {
  let state = seed;
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  let text = "";
  let secret: { start: number; end: number } | undefined;

  function emit(node: Node): void {
    if (node.kind === "chars") text += node.chars[random(node.chars.length)] ?? "";
    else if (node.kind === "sequence") for (const item of node.items) emit(item);
    else if (node.kind === "choice") emit(node.options[random(node.options.length)]!);
    else if (node.kind === "capture") {
      const start = text.length;
      emit(node.item);
      if (text.length - start > (secret === undefined ? 0 : secret.end - secret.start))
        secret = { start, end: text.length };
    } else {
      const spread = Math.min(node.max, node.min + 12) - node.min;
      const times = node.lazy || node.min === 0 ? node.min : node.min + random(spread + 1);
      for (let n = 0; n < times; n++) emit(node.item);
    }
  }

  emit(parse(source));
  return { text, start: secret?.start ?? 0, end: secret?.end ?? text.length };
}
