import { describe, expect, it } from "vitest";
import { storeSuperseding, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { anchorDecision } from "../../../src/repository/operations/anchor-decision.ts";
import { explainPlace } from "../../../src/repository/operations/explain-place.ts";
import { noCheckout } from "../../../src/shared/operations/checkout.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { type CodeScene, codeFunction, codeLines, codeScene, day } from "../../support/code-scene.ts";
import { act, capturedIn, screened } from "../../support/decisions.ts";
import { WITH_GIT } from "../../support/git.ts";
import { callBy } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";

const why = async ({ memory }: CodeScene, place: string) => {
  const answer = await perform(explainPlace, { place }, memory, callBy());
  expect(answer.isComplete).toBe(true);
  return answer;
};
const found = async (here: CodeScene, place: string): Promise<string[]> =>
  (await why(here, place)).decisions.map(({ decision, by }) => `${decision.id} ${by}`);

describe("why a place is as it is", WITH_GIT, () => {
  it("says what is nearest first: the function, the commit of the line, the file, what was touched, the folder", async () => {
    const here = await codeScene();
    const { repository, memory } = here;
    await repository.write(
      "src/pay.ts",
      `${codeFunction("refund", "back")}\n${codeFunction("charge", "step")}`,
    );
    repository.commit("Begin", day(0));
    const folder = await here.decide(day(1), "Keep payments in one folder", ["src"]);
    const touched = await here.decide(day(1), "Ask before large sums");
    await writeDecisionChange(
      memory,
      "shop",
      touched.id,
      { capturedIn: capturedIn({ files: ["src/pay.ts"] }) },
      act(day(1)),
    );
    const file = await here.decide(day(1), "Keep both ways in one file", ["src/pay.ts"]);
    const written = await here.decide(day(40), "Round at the end");
    await repository.write(
      "src/pay.ts",
      `${codeFunction("refund", "back")}\n${codeFunction("charge", "step").replace("step3 = 3", "step3 = round(3)")}`,
    );
    const commit = repository.commit("Round at the end", day(41));
    await writeDecisionChange(memory, "shop", written.id, { linkedCommit: screened(commit) }, act(day(41)));
    const anchored = await here.decide(day(42), "Charge step by step");
    memory.clock.set(day(43));
    await perform(anchorDecision, { ref: anchored.id, place: "src/pay.ts#charge" }, memory, callBy());
    expect(await found(here, "src/pay.ts:16")).toEqual([
      `${anchored.id} symbol`,
      `${written.id} line`,
      `${file.id} file`,
      `${touched.id} touched`,
      `${folder.id} folder`,
    ]);
    expect(await found(here, "src/pay.ts:14")).toContain(`${written.id} function`);
    expect(await found(here, "src/pay.ts:3")).toEqual([
      `${file.id} file`,
      `${anchored.id} beside`,
      `${touched.id} touched`,
      `${folder.id} folder`,
    ]);
    const { decisions } = await why(here, "src/pay.ts:16");
    expect(decisions[1]?.commits).toMatchObject([{ id: commit, subject: "Round at the end" }]);
  });

  it("says what holds instead of what was replaced, and what failed apart", async () => {
    const here = await codeScene();
    const { repository, memory } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const old = await here.decide(day(1), "Charge at once", ["src/pay.ts"], ["Charge later"]);
    const failed = await here.decide(day(1), "Charge twice", ["src/pay.ts"]);
    await addOutcome(memory, "shop", failed.id, outcome(0), act(day(2)));
    const newer = await here.decide(day(3), "Charge later");
    const replacing = {
      by: newer.id,
      supersedes: [{ ref: old.id, linkId: "lnk_replaced" }],
      because: undefined,
    };
    await storeSuperseding(memory, "shop", replacing, act(day(3)));
    const answer = await why(here, "src/pay.ts");
    expect(answer.decisions).toMatchObject([{ decision: { id: newer.id }, replaces: old.id }]);
    expect(answer.failed).toMatchObject([{ decision: { id: failed.id } }]);
  });

  it("knows a file that moved by its new name", async () => {
    const here = await codeScene();
    const { repository } = here;
    await repository.write("src/pay.ts", codeLines("pay"));
    repository.commit("Begin", day(0));
    const made = await here.decide(day(1), "Charge at once", ["src/pay.ts"]);
    repository.git("mv", "src/pay.ts", "src/charge.ts");
    repository.commit("Rename it", day(20));
    expect(await found(here, "src/charge.ts")).toEqual([`${made.id} file`]);
    expect(await found(here, "src/pay.ts")).toEqual([]);
  });

  it.each([["../other/pay.ts"], ["/etc/passwd"], ["C:\\pay.ts"], ["a/../../b.ts"]])(
    "is refused for %s, which is no place of the repository",
    async (place) => {
      const here = await codeScene();
      here.repository.commit("Begin", day(0));
      await expect(why(here, place)).rejects.toMatchObject({ code: "invalid", reason: "place_outside" });
    },
  );

  it("is answered for a file that is not there, and without a repository by what cites it", async () => {
    const here = await codeScene();
    here.repository.commit("Begin", day(0));
    expect(await found(here, "src/none.ts:4")).toEqual([]);
    const made = await here.decide(day(1), "Charge at once", ["src/pay.ts"]);
    const nowhere = { ...here.memory, checkout: noCheckout };
    const { decisions } = await perform(explainPlace, { place: "src/pay.ts:3" }, nowhere, callBy());
    expect(decisions).toMatchObject([{ decision: { id: made.id }, by: "file", commits: [] }]);
  });
});
