import { foldLines } from "../../shared/text.ts";
import { carriedState } from "./carried-state.ts";
import type { CarriedBy, Report } from "./report.ts";

const SHORT_COMMIT = 9;

const MOST_NAMED = 2;

const KNOWN_BY: Readonly<Record<CarriedBy, string>> = {
  "linked commit": "which is linked to it",
  "decision id": "which names it",
  "pull request": "its pull request",
  "merged branch": "the merge of its branch",
  "named file": "the first to change a file that it names",
};

/** How reports are told: with the words of commits to a person, and without them to whom they could mislead. */
interface Telling {
  readonly withTitles: boolean;
}

/** What the repository says of a decision, a clause for each kind. Nothing is left out but repetition. */
export function reportClauses(reports: readonly Report[], telling: Telling): string[] {
  const { carriers, reverts, partlyReverted, lastCheck, lastDeployment } = carriedState(reports);
  const last = (kind: Report["kind"]): Report | undefined => reports.findLast((one) => one.kind === kind);
  const fixes = new Set(reports.filter(({ kind }) => kind === "fixed").map(({ key }) => key));
  const merged = last("merged");
  const closed = last("closed");
  const back = last("reinstated");
  const named = last("reported");
  const main = carriers.filter(({ of }) => of === undefined);
  return [
    ...(carriers.length > 0 ? [carriedClause(main.length > 0 ? main : carriers, telling)] : []),
    ...(carriers.length === 0 && merged ? [`merged${nameOf(merged, telling)} on ${day(merged)}`] : []),
    ...(closed && !merged && carriers.length === 0
      ? [`its pull request${nameOf(closed, telling)} was closed without being merged`]
      : []),
    ...reverts.slice(-1).map((revert) => `reverted by${nameOf(revert, telling)} on ${day(revert)}`),
    ...(reverts.length === 0 && partlyReverted ? ["some of its commits were reverted, others were not"] : []),
    ...(reverts.length === 0 && back ? [`brought back by${nameOf(back, telling)} after a revert`] : []),
    ...(lastCheck ? [`checks ${lastCheck.passed ? "passed" : "failed"} on ${day(lastCheck)}`] : []),
    ...(lastDeployment
      ? [`deployment ${lastDeployment.passed ? "succeeded" : "failed"} on ${day(lastDeployment)}`]
      : []),
    ...(fixes.size > 0
      ? [fixes.size === 1 ? "a later fix to the same files" : `${fixes.size} later fixes to the same files`]
      : []),
    ...(named ? [`named by an issue${nameOf(named, telling)} on ${day(named)}`] : []),
  ];
}

/** The same as a sentence; undefined if nothing is said. */
export function reportSentence(reports: readonly Report[], telling: Telling): string | undefined {
  const clauses = reportClauses(reports, telling);
  return clauses.length === 0 ? undefined : `The repository says: ${clauses.join("; ")}.`;
}

function carriedClause(carriers: readonly Report[], telling: Telling): string {
  const [first] = carriers;
  const more = carriers.length - MOST_NAMED;
  const names = carriers.slice(0, MOST_NAMED).map((one) => nameOf(one, telling).trim());
  const by = first?.by ? ` (${KNOWN_BY[first.by]})` : "";
  return `carried out by ${names.join(" and ")}${more > 0 ? ` and ${more} more` : ""}${by}${first ? ` on ${day(first)}` : ""}`;
}

function nameOf({ commit, pr, title }: Report, { withTitles }: Telling): string {
  const what = commit?.slice(0, SHORT_COMMIT) ?? (pr === undefined ? "" : `#${pr}`);
  return `${what === "" ? "" : ` ${what}`}${withTitles && title ? ` ${JSON.stringify(foldLines(title))}` : ""}`;
}

const day = ({ at }: Report): string => at.toISOString().slice(0, 10);
