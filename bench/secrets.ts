import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { secretScanner } from "../src/shared/secrets/secret-scanner.ts";
import { sampleOf } from "./regex-samples.ts";
import { shareOf } from "./share-of.ts";

interface PublicRule {
  readonly id: string;
  readonly regex: string | null;
  readonly keywords: readonly string[] | null;
}

const data = fileURLToPath(new URL("../../shared/data/", import.meta.url));
const rows = <T>(file: string): T[] =>
  readFileSync(data + file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);

const SAMPLES = 3;
/** The pattern of the public rules for a service name, an operator and a value. */
const NAMED_VALUE = "(?:=|>|:{1,3}=";

const scanner = secretScanner();

/** A sentence with the secret, and its position. */
function sentence(
  rule: PublicRule,
  regex: string,
  seed: number,
): { text: string; start: number; end: number } {
  const sample = sampleOf(regex, seed);
  const secret = sample.text.slice(sample.start, sample.end).replace(/^"(.*)"$/, "$1");
  const keyword = rule.keywords?.[seed % rule.keywords.length] ?? "";
  const named = regex.includes(NAMED_VALUE) && !secret.toLowerCase().startsWith(keyword);
  const alone = named || sample.start === 0 || regex.includes(NAMED_VALUE);
  const before = named ? `deploy with ${keyword} = "` : 'deploy with "';
  if (!alone) {
    const start = "deploy with ".length + sample.start;
    return { text: `deploy with ${sample.text}`, start, end: start + sample.end - sample.start };
  }
  return { text: `${before}${secret}" as agreed`, start: before.length, end: before.length + secret.length };
}

function coverage(): void {
  const rules = rows<PublicRule>("inputs/gitleaks-rules.jsonl").filter(({ regex }) => regex !== null);
  const tally = { prefix: { caught: 0, total: 0 }, named: { caught: 0, total: 0 } };
  const missed: string[] = [];
  for (const rule of rules) {
    const regex = rule.regex ?? "";
    const kind = tally[regex.includes(NAMED_VALUE) ? "named" : "prefix"];
    kind.total++;
    const failed = Array.from({ length: SAMPLES }, (_, seed) => sentence(rule, regex, seed + 1)).find(
      ({ text, start, end }) => !scanner.scan(text).some((found) => found.start <= start && found.end >= end),
    );
    if (failed === undefined) kind.caught++;
    else missed.push(`${rule.id}: ${failed.text.slice(0, 110)}`);
  }
  const share = ({ caught, total }: { caught: number; total: number }): string =>
    `${caught} of ${total} (${((100 * caught) / total).toFixed(1)} %)`;
  console.log(`public rules of which all ${SAMPLES} samples are covered whole`);
  console.log(`  by the token's own shape: ${share(tally.prefix)}`);
  console.log(`  by a name beside the value: ${share(tally.named)}`);
  if (process.argv.includes("--missed")) for (const line of missed) console.log(`  missed ${line}`);
  else console.log(`  missed: ${missed.map((line) => line.slice(0, line.indexOf(":"))).join(", ")}`);
}

interface Form {
  readonly half: "tune" | "held";
  readonly text: string;
  /** Null where nothing in the text is one. */
  readonly secret: string | null;
}

/** How people write secrets, and what only looks like it, written without sight of the rules. */
function forms(): void {
  const all = JSON.parse(
    readFileSync(new URL("./sets/secret-forms.json", import.meta.url), "utf8"),
  ) as Form[];
  for (const half of ["tune", "held"] as const) {
    const tally = { secrets: 0, found: 0, others: 0, taken: 0 };
    for (const form of all.filter((one) => one.half === half)) {
      const found = scanner.scan(form.text);
      if (form.secret === null) {
        tally.others++;
        if (found.length > 0) tally.taken++;
        continue;
      }
      const start = form.text.indexOf(form.secret);
      const end = start + form.secret.length;
      tally.secrets++;
      if (found.some((one) => one.start <= start && one.end >= end)) tally.found++;
      else if (half === "tune") console.log(`  missed ${JSON.stringify(form.text.slice(0, 110))}`);
    }
    console.log(`forms that people write, half ${half}: found ${shareOf(tally.found, tally.secrets)}`);
    console.log(`  taken though it is none: ${shareOf(tally.taken, tally.others)}`);
  }
}

function falsePositives(): string[] {
  const texts = ["decisions/adrs.jsonl", "decisions/proposals.jsonl"].flatMap((file) =>
    rows<{ title: string; context: string; decision: string; consequences: string }>(file).map((row) =>
      [row.title, row.context, row.decision, row.consequences].join("\n\n"),
    ),
  );
  const flagged = texts.flatMap((text) =>
    scanner
      .scan(text)
      .map(
        (found) =>
          `${found.rule}: ${JSON.stringify(text.slice(Math.max(0, found.start - 40), found.end + 10))}`,
      ),
  );
  console.log(`false positives in ${texts.length} real decision texts: ${flagged.length}`);
  for (const line of flagged) console.log(`  ${line}`);
  return texts;
}

function speed(prose: string): void {
  const size = 50_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const noise = fill(Array.from({ length: 4_096 }, (_, i) => sampleOf("[A-Za-z0-9+/]", i).text).join(""));
  const own = readFileSync(new URL("../src/shared/secrets/token-rules.ts", import.meta.url), "utf8");
  const inputs = {
    prose: fill(prose),
    code: fill(own),
    "base64 noise": noise,
    "names without values": fill('password = "token: secret=api_key is auth: '),
    "one endless value": `password=${fill("a1")}`,
    "chained values": fill("password=token:"),
    "open private keys": fill("-----BEGIN PRIVATE KEY-----\n"),
    "open tokens": fill("eyJabcdefghijklmnop."),
    "prefix run": fill("glpat-"),
    "credentials without a host": fill("://a:b"),
    "a password in every command": fill(["curl", "-u", "a:b1c2 "].join(" ")),
  };
  const started = performance.now();
  secretScanner().scan("first");
  console.log(`first scan of a fresh scanner: ${(performance.now() - started).toFixed(2)} ms`);
  for (const [name, text] of Object.entries(inputs)) {
    const times = Array.from({ length: 15 }, () => {
      const from = performance.now();
      scanner.scan(text);
      return performance.now() - from;
    }).sort((a, b) => a - b);
    console.log(`50 kB, ${name}: median ${times[7]?.toFixed(2)} ms, worst ${times[14]?.toFixed(2)} ms`);
  }
}

forms();
if (existsSync(data)) {
  coverage();
  speed(falsePositives().join("\n"));
} else {
  console.log(`no data at ${data}: coverage and false positives are not measured`);
  speed("We chose PostgreSQL because the team knows it, and the token service needs transactions. ");
}
