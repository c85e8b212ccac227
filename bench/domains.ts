import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { detectDomain, GENERAL_DOMAIN } from "../src/decisions/rules/topic-and-domain.ts";
import { type NearestDomain, openNearestDomain } from "./domains/nearest-domain.ts";
import { root, smoke } from "./workplace.ts";

const DATA = join(root, "..", "shared", "data", "decisions");
const FILES = ["adrs.jsonl", "proposals.jsonl"].map((name) => join(DATA, name));
/** The quantile of a 95 % interval. */
const Z = 1.959964;

interface Label {
  readonly label: string;
  readonly also: readonly string[];
  readonly half: "tune" | "held";
}

interface Labelled extends Label {
  readonly title: string;
  readonly context: string;
}

type Rule = (record: Labelled) => Promise<string> | string;

function labelledRecords(): Labelled[] {
  const labels: Record<string, Label> = JSON.parse(
    readFileSync(join(root, "bench", "domains", "labels.json"), "utf8"),
  );
  const rows = FILES.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  return rows
    .map((line) => JSON.parse(line) as { id: string; title: string; context: string })
    .flatMap(({ id, title, context }) => {
      const label = labels[id];
      return label ? [{ ...label, title, context }] : [];
    })
    .slice(0, smoke ? 20 : undefined);
}

function rulesWith(nearest: NearestDomain): Readonly<Record<string, Rule>> {
  const orNearest = async (detected: string, title: string) =>
    detected === GENERAL_DOMAIN ? nearest(title) : detected;
  return {
    "title: words": ({ title }) => detectDomain(title),
    "title: meaning": ({ title }) => nearest(title),
    "title: words, else meaning": ({ title }) => orNearest(detectDomain(title), title),
    "title + context: words": ({ title, context }) => detectDomain(title, [context]),
    "title + context: words, else meaning": ({ title, context }) =>
      orNearest(detectDomain(title, [context]), title),
  };
}

/** A share with its 95 % interval by Wilson. */
function share(hits: number, n: number): string {
  const rate = hits / n;
  const middle = (rate + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const reach = (Z / (1 + Z ** 2 / n)) * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2));
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `${percent(rate).padStart(5)} % [${percent(middle - reach)} – ${percent(middle + reach)}]`;
}

async function measure(records: readonly Labelled[], rules: Readonly<Record<string, Rule>>): Promise<void> {
  for (const [name, rule] of Object.entries(rules)) {
    const detected = await Promise.all(records.map(rule));
    const count = (fits: (domain: string, record: Labelled) => boolean): string => {
      const hits = records.filter((record, i) => fits(detected[i] ?? "", record)).length;
      return share(hits, records.length).padEnd(26);
    };
    console.log(
      `  ${name.padEnd(38)}${count((domain, { label }) => domain === label)}${count(
        (domain, { label, also }) => domain === label || also.includes(domain),
      )}${count((domain) => domain === GENERAL_DOMAIN)}`,
    );
  }
}

if (!FILES.every(existsSync)) {
  console.log(
    "  The public decision records are not beside this checkout, so there is nothing to measure with.",
  );
} else {
  const { nearest, close } = await openNearestDomain();
  const records = labelledRecords();
  for (const half of ["tune", "held"] as const) {
    const chosen = records.filter((record) => record.half === half);
    console.log(`\n${half} (n = ${chosen.length})`);
    console.log(`  ${"".padEnd(38)}${"label".padEnd(26)}${"label or also".padEnd(26)}general`);
    await measure(chosen, rulesWith(nearest));
  }
  await close();
}
