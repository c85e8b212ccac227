import { expect, it } from "vitest";
import { readCheckAgain } from "../../../src/decisions/operations/read-decisions.ts";
import { assumptionId } from "../../../src/decisions/rules/assumption.ts";
import type { DecisionChange } from "../../../src/decisions/rules/decision.ts";
import {
  addDecision,
  decisionPage,
  decisionsById,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { restoreLinks } from "../../../src/decisions/sql/link-upkeep.ts";
import { dependencesOf } from "../../../src/decisions/sql/linked-decisions.ts";
import { findLink, storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeMerge, storeReopening, storeRestoring } from "../../../src/learning/sql/corrections.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { legacyLinks, link, review } from "../../support/links.ts";
import { outcome } from "../../support/outcomes.ts";

const ASSUMED = "All shops are in one country";
let minutes = 0;
const later = () => act(new Date(DAY.getTime() + ++minutes * 60_000));

/** How every store tells what rests on what. */
export function depending(current: () => OpenedStore): void {
  const decide = async (...ids: string[]): Promise<void> => {
    for (const id of ids) {
      const made = decision({ id, topic: id, assumptions: [ASSUMED] });
      await addDecision(current().memory, { decision: made }, act());
    }
  };
  const propose = async (from: string, to: string) => {
    const proposed = link({ from: `dec_${from}`, to: `dec_${to}`, relation: "depends_on" });
    await storeLink(current().memory, proposed, act());
    return proposed.id;
  };
  /** Pairs such as `ab`: a depends on b. */
  const depend = async (...pairs: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const [from = "", to = ""] of pairs) {
      const id = await propose(from, to);
      await storeLinkReview(current().memory, "shop", id, review(), act());
      ids.push(id);
    }
    return ids;
  };
  const marked = async (): Promise<Record<string, string[]>> => {
    const { memory } = current();
    const { items } = await decisionPage(memory, { scope: "shop" }, 100);
    const found = await readCheckAgain(items, "shop", { memory });
    const short = (id: string) => id.replace("dec_", "");
    return Object.fromEntries(
      [...found].map(([id, causes]) => [
        short(id),
        causes.map(({ because, path }) => `${because} ${path.map(short).join("")}`),
      ]),
    );
  };
  const update = (id: string, change: DecisionChange) =>
    writeDecisionChange(current().memory, "shop", `dec_${id}`, change, later());
  const judge = (id: string, state: "holds" | "doubtful" | "false") =>
    update(id, { assumption: { assumption: assumptionId(`dec_${id}`, ASSUMED), state } });

  it("marks a chain of five above a failure, and no more once the outcome is taken back", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c", "dec_d", "dec_e");
    await depend("ab", "bc", "cd", "de");
    expect(await marked()).toEqual({});
    await addOutcome(memory, "shop", "dec_d", outcome(0), later());
    const expected = { a: ["failed abcd"], b: ["failed bcd"], c: ["failed cd"] };
    expect(await marked()).toEqual(expected);
    expect(await dependencesOf(await current().second(), "shop", ["dec_a"])).toHaveLength(4);
    await storeReopening(memory, "shop", "dec_d", undefined, later());
    expect(await marked()).toEqual({});
  });

  it("marks a diamond by what was replaced or retracted, until that is taken back", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c", "dec_d");
    await depend("ab", "ac", "bd", "cd");
    await update("d", { standing: "deprecated" });
    expect(await marked()).toEqual({ a: ["retracted abd"], b: ["retracted bd"], c: ["retracted cd"] });
    await storeRestoring(memory, "shop", "dec_d", undefined, later());
    expect(await marked()).toEqual({});
    const newer = decision({ id: "dec_n", topic: "n" });
    const supersedes = [{ ref: "dec_c", linkId: "lnk_replaces" }];
    await addDecision(memory, { decision: newer, supersedes }, later());
    expect(await marked()).toEqual({ a: ["replaced ac"] });
    const [cause] = (
      await readCheckAgain(await decisionsById(memory, "shop", ["dec_a"]), "shop", { memory })
    ).get("dec_a") as readonly { replacedBy?: readonly string[] }[];
    expect(cause?.replacedBy).toEqual(["dec_n"]);
    expect((await findDecision(memory, "shop", "dec_a"))?.standing).toBe("active");
  });

  it("marks by a false assumption, not by a doubtful one, until it holds again or its words are gone", async () => {
    await decide("dec_a", "dec_b");
    await depend("ab");
    await judge("b", "doubtful");
    expect(await marked()).toEqual({});
    await judge("b", "false");
    expect(await marked()).toEqual({ a: ["assumption ab"], b: ["assumption b"] });
    await judge("b", "holds");
    expect(await marked()).toEqual({});
    await judge("b", "false");
    const revision = { id: "rev_other", edit: { assumptions: [] } };
    await storeEdit(current().memory, "shop", "dec_b", revision, later());
    expect(await marked()).toEqual({});
  });

  it("keeps judgements for other processes and after a restart", async () => {
    await decide("dec_a");
    await judge("a", "false");
    const { assumptionStates } = (await findDecision(current().memory, "shop", "dec_a")) ?? {};
    expect(assumptionStates).toMatchObject([{ state: "false", by: act().by.author }]);
    const reopened = await current().reopen();
    expect((await findDecision(reopened, "shop", "dec_a"))?.assumptionStates).toEqual(assumptionStates);
  });

  it("counts links that are in force and that a person vouched for", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    await propose("a", "c");
    await restoreLinks(memory, "shop", "cln_1", legacyLinks([["dec_b", "dec_c"]], "depends_on"), act());
    await update("c", { standing: "deprecated" });
    expect(await marked()).toEqual({});
  });

  it("lets a dependence in force be rejected, and no other link", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    const [id = ""] = await depend("ab");
    await update("b", { standing: "deprecated" });
    expect(await marked()).toEqual({ a: ["retracted ab"] });
    const rejected = await storeLinkReview(memory, "shop", id, review({ verdict: "rejected" }), later());
    expect(rejected).toMatchObject({ state: "rejected", reviews: [{ verdict: "approved" }, {}] });
    expect(await marked()).toEqual({});
    const other = link({ from: "dec_b", to: "dec_a" });
    await storeLink(memory, other, act());
    await storeLinkReview(memory, "shop", other.id, review(), act());
    await expect(
      storeLinkReview(memory, "shop", other.id, review({ verdict: "rejected" }), act()),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("refuses to approve what would close a circle", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    const closing = await propose("c", "a");
    await depend("ab", "bc");
    await expect(storeLinkReview(memory, "shop", closing, review(), act())).rejects.toMatchObject({
      code: "conflict",
      reason: "closes_circle",
      message: expect.stringContaining("dec_a depends on dec_b depends on dec_c"),
    });
    expect(await findLink(memory, "shop", closing)).toMatchObject({ state: "pending" });
  });

  it("copes with a circle that came from elsewhere", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    await depend("ab", "bc");
    const closing = link({ from: "dec_c", to: "dec_a", relation: "depends_on", state: "active" });
    await restoreLinks(memory, "shop", "cln_1", [{ place: "99", link: closing }], act());
    await update("b", { progress: "failed" });
    expect(await marked()).toEqual({ a: ["failed ab"], c: ["failed cab"] });
  });

  it("follows a duplicate to the decision that was kept", async () => {
    const { memory } = current();
    let links = 0;
    const linkId = () => `lnk_merge${++links}`;
    await decide("dec_a", "dec_b", "dec_k");
    await depend("ab");
    await storeMerge(memory, "shop", "dec_k", "dec_b", { linkId }, later());
    expect(await marked()).toEqual({});
    await addOutcome(memory, "shop", "dec_k", outcome(0), later());
    expect(await marked()).toEqual({ a: ["failed ak"] });
  });

  it("forgets an erased decision with what rested on it", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    await depend("ab", "bc");
    await update("c", { standing: "deprecated" });
    await eraseDecision(memory, "shop", "dec_b", later());
    expect(await marked()).toEqual({});
    expect(await dependencesOf(memory, "shop", ["dec_a"])).toEqual([]);
  });
}
