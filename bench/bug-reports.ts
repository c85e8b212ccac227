import { join } from "node:path";
import { searchDecisions } from "../src/recall/operations/search-decisions.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { callOf, openMemory } from "./memory.ts";
import { captureAll, questions } from "./questions.ts";
import { shareOf } from "./share-of.ts";
import { folder } from "./workplace.ts";

interface BugReport {
  readonly decision: string;
  readonly source: string;
  readonly report: string;
  readonly with_source: boolean;
}
type Other = string | { readonly decision: string; readonly source: string };

const reports = questions<BugReport>("bug-reports");
const others = questions<Other>("bug-others").map((other) =>
  typeof other === "string" ? { statement: other } : { statement: other.decision, source: other.source },
);

/** Which decisions keep the passage that they came from. */
const FORMS: Readonly<Record<string, (report: BugReport) => boolean>> = {
  "no passage": () => false,
  "half of them": ({ with_source }) => with_source,
  "all of them": () => true,
};

for (const [form, hasSource] of Object.entries(FORMS)) {
  const memory = await openMemory(join(folder, form.replaceAll(" ", "-")));
  const ids = await captureAll(
    [
      ...reports.map((report) => ({
        statement: report.decision,
        ...(hasSource(report) && { source: report.source }),
      })),
      ...(form === "no passage" ? others.map(({ statement }) => ({ statement })) : others),
    ],
    memory,
  );
  const call = await callOf(memory);
  const found: { with: boolean; shown: boolean; strong: boolean; first: boolean; matched: boolean }[] = [];
  for (const [i, report] of reports.entries()) {
    const { results } = await perform(searchDecisions, { query: report.report }, memory, call);
    const place = results.findIndex(({ decision }) => decision.id === ids[i]);
    const result = results[place];
    found.push({
      with: hasSource(report),
      shown: result !== undefined,
      strong: result?.strength === "strong",
      first: place === 0,
      matched: result?.matched?.part === "source",
    });
  }
  console.log(`\n${form}`);
  for (const kept of [true, false]) {
    const part = found.filter((one) => one.with === kept);
    if (part.length === 0) continue;
    const count = (what: "shown" | "strong" | "first" | "matched"): string =>
      shareOf(part.filter((one) => one[what]).length, part.length);
    console.log(
      `  ${kept ? "with its passage" : "without"}: shown in the top 5 ${count("shown")}, first ${count("first")}, strong ${count("strong")}, by the passage ${count("matched")}`,
    );
  }
  await memory.close();
}
