/** Words the causes for which a decision should be looked at again. Only answers need it, so a start does not load it. */

import type { CheckAgain, CheckReason } from "./check-again.ts";

/** The words for causes in the decision itself. */
const OWN: Readonly<Record<CheckReason, string>> = {
  replaced: "it was replaced",
  retracted: "it was retracted",
  failed: "it did not work out",
  assumption: "one of its assumptions is false",
  "anchor-changed": "the code that it is anchored to changed",
  "anchor-gone": "the code that it is anchored to is gone",
  "dependency-gone": "a package that it names is gone",
};

/** The words for the same causes in a decision that it depends on. */
const OF_OTHER: Readonly<Record<CheckReason, string>> = {
  replaced: "which was replaced",
  retracted: "which was retracted",
  failed: "which did not work out",
  assumption: "of which an assumption is false",
  "anchor-changed": "of which the anchored code changed",
  "anchor-gone": "of which the anchored code is gone",
  "dependency-gone": "of which a package is gone",
};

/**
 * Why a decision should be looked at again, in our own words and ids: `it depends on dec_b, which did not work out`. What
 * the cause is about are stored words, which whoever shows them quotes.
 */
export function causeWords({ because, path, replacedBy = [] }: CheckAgain): string {
  const [, ...further] = path;
  const end = further.pop();
  if (end === undefined) return OWN[because];
  const through = further.length === 0 ? "" : ` through ${further.join(" and ")}`;
  const by = because === "replaced" && replacedBy.length > 0 ? ` by ${replacedBy.join(" and ")}` : "";
  return `it depends on ${end}${through}, ${OF_OTHER[because]}${by}`;
}
