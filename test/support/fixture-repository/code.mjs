/** Always the same numbers for a seed (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

export const seedOf = (text) =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.codePointAt(0)) | 0, 7);

const WORDS = (
  "batch draft entry window cursor digest bucket shelf parcel ticket margin weight origin target marker folder " +
  "record region branch season budget quota signal packet holder bundle column vendor locale stamp token level " +
  "basket option source result filter anchor ledger series"
).split(" ");
const FIELDS = (
  "createdAt closedAt amount total currency country status version attempts priority owner channel reference " +
  "position language email street code label size color stock"
).split(" ");

const capital = (word) => word[0].toUpperCase() + word.slice(1);
export const wordsOf = (symbol) => symbol.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

const STATEMENTS = [
  (w) => [`  const ${w.a} = await store.read("${w.topic}_${w.b}", { ${w.field}: ${w.n} });`],
  (w) => [`  if (${w.input}.${w.field} === undefined) return missing("${w.topic}.${w.a}");`],
  (w) => [`  const ${w.a}${capital(w.b)} = ${w.input}.${w.field} * ${w.n};`],
  (w) => [`  log.debug("${w.noun} ${w.a} ${w.b}", { ${w.field}: ${w.input}.${w.other} });`],
  (w) => [
    `  const ${w.a}By${capital(w.field)} = new Map(${w.input}.${w.b}s.map((row) => [row.${w.field}, row]));`,
  ],
  (w) => [
    `  for (const ${w.a} of ${w.input}.${w.b}s) {`,
    `    ${w.a}.${w.field} ??= ${w.input}.${w.other} + ${w.n};`,
    "  }",
  ],
  (w) => [
    `  if (${w.input}.${w.other} > ${w.n}) throw new ServiceError("${w.noun}_${w.a}", "The ${w.b} is too large.");`,
  ],
  (w) => [
    `  await store.write("${w.topic}_${w.a}", { ...${w.input}, ${w.field}: ${w.n}, ${w.other}: "${w.b}" });`,
  ],
  (w) => [`  metrics.count("${w.topic}.${w.noun}.${w.a}", ${w.n}, { ${w.field}: ${w.input}.${w.field} });`],
];

/** A function of ten lines or more; the same symbol with another seed has other lines. */
export function functionText(symbol, topic, seed) {
  const random = seeded(seedOf(`${symbol} ${topic} ${seed}`));
  const words = wordsOf(symbol);
  const noun = words.at(-1);
  const left = [...STATEMENTS];
  const body = [];
  while (body.length < 8) {
    const statement = left.splice(random.whole(0, left.length - 1), 1)[0];
    const [a, b] = [random.pick(WORDS), random.pick(WORDS)];
    const [field, other] = [random.pick(FIELDS), random.pick(FIELDS)];
    body.push(
      ...statement({
        a,
        b: b === a ? `${b}Part` : b,
        field,
        other,
        noun,
        topic,
        input: noun,
        n: random.whole(2, 990),
      }),
    );
  }
  return [
    `/** ${capital(words.join(" "))}, with the ${random.pick(WORDS)} of its ${random.pick(WORDS)}. */`,
    `export async function ${symbol}(${noun}: ${capital(noun)}Input): Promise<${capital(noun)}Result> {`,
    ...body,
    `  return finish("${symbol}", ${noun}, ${random.whole(100, 999)});`,
    "}",
  ];
}

/** A source file: imports, a few numbers that ordinary commits change, and its functions. */
export function fileText({ topic, symbols, library = "../lib" }, seed = 1) {
  const random = seeded(seedOf(`${topic} ${symbols[0]} ${seed}`));
  const names = new Set();
  while (names.size < 5)
    names.add(`${random.pick(WORDS)}_${random.pick(FIELDS)}`.replace(/[A-Z]/g, "_$&").toUpperCase());
  return `${[
    `import { ServiceError } from "${library}/errors.js";`,
    `import { finish, log, metrics, missing, store } from "${library}/runtime.js";`,
    "",
    ...[...names].map((name) => `const ${name} = ${random.whole(3, 900)};`),
    ...symbols.flatMap((symbol) => ["", ...functionText(symbol, topic, seed)]),
  ].join("\n")}\n`;
}

/** The lines of one function, with the comment above it. */
export function linesOf(text, symbol) {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes(`function ${symbol}(`));
  if (at < 0) return undefined;
  const end = lines.indexOf("}", at);
  return { first: at - 1, declared: at, last: end, lines: lines.slice(at - 1, end + 1) };
}
