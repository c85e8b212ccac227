/** One line of a metrics page. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the part of the Prometheus text format that our own server writes. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = "", quoted = ""]) => [key, unquoted(quoted)]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

const unquoted = (text: string): string =>
  text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
