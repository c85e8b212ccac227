import { describe, expect, it } from "vitest";
import { anchorDecision } from "../../../src/repository/operations/anchor-decision.ts";
import { listAnchors } from "../../../src/repository/operations/list-anchors.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { type CodeScene, codeFunction, codeLines, codeScene, day } from "../../support/code-scene.ts";
import { WITH_GIT } from "../../support/git.ts";
import { callBy } from "../../support/memory.ts";

const anchor = ({ memory }: CodeScene, ref: string, place: string, remove = false) =>
  perform(anchorDecision, { ref, place, remove }, memory, callBy());
const listed = async ({ memory }: CodeScene, ref: string) =>
  (await perform(listAnchors, { ref }, memory, callBy())).anchors.map(
    ({ anchor: one, state }) => `${one.path}${one.symbol ? `#${one.symbol}` : ""} ${state}`,
  );

async function begun(): Promise<CodeScene> {
  const here = await codeScene();
  await here.repository.write(
    "src/pay.ts",
    `${codeFunction("refund", "back")}\n${codeFunction("charge", "step")}`,
  );
  await here.repository.write("notes.md", codeLines("note"));
  here.repository.commit("Begin", day(0));
  return here;
}

describe("anchoring a decision", WITH_GIT, () => {
  it("by a line means what stands around it, by a name the same, and otherwise the file", async () => {
    const here = await begun();
    const { id } = await here.decide(day(1), "Charge step by step");
    await anchor(here, id, "src/pay.ts:14");
    await anchor(here, id, "src/pay.ts#refund");
    await anchor(here, id, "notes.md:3");
    expect(await listed(here, id)).toEqual([
      "notes.md holds",
      "src/pay.ts#charge holds",
      "src/pay.ts#refund holds",
    ]);
    await here.repository.write(
      "src/pay.ts",
      `${codeFunction("refund", "back")}\n${codeFunction("charge", "anew")}`,
    );
    expect(await listed(here, id)).toEqual([
      "notes.md holds",
      "src/pay.ts#charge changed",
      "src/pay.ts#refund holds",
    ]);
  });

  it("again takes the place as it is now", async () => {
    const here = await begun();
    const { id } = await here.decide(day(1), "Charge step by step");
    await anchor(here, id, "src/pay.ts#charge");
    await here.repository.write("src/pay.ts", codeFunction("charge", "anew"));
    expect(await listed(here, id)).toEqual(["src/pay.ts#charge changed"]);
    here.memory.clock.set(day(2));
    await anchor(here, id, "src/pay.ts#charge");
    expect(await listed(here, id)).toEqual(["src/pay.ts#charge holds"]);
  });

  it("can be taken back, also where the file has moved", async () => {
    const here = await begun();
    const { id } = await here.decide(day(1), "Charge step by step", ["notes.md"]);
    await anchor(here, id, "src/pay.ts:14");
    here.repository.git("mv", "src/pay.ts", "src/charge.ts");
    here.repository.commit("Move it", day(2));
    here.memory.clock.set(day(3));
    expect(await listed(here, id)).toContain("src/charge.ts#charge holds");
    await anchor(here, id, "src/charge.ts#charge", true);
    expect(await listed(here, id)).toEqual(["notes.md holds"]);
    await expect(anchor(here, id, "notes.md", true)).rejects.toMatchObject({ reason: "anchor_not_found" });
  });

  it("is refused where there is nothing, and says what would work", async () => {
    const here = await begun();
    const { id } = await here.decide(day(1), "Charge step by step");
    await expect(anchor(here, id, "src/none.ts")).rejects.toMatchObject({ reason: "place_not_found" });
    await expect(anchor(here, id, "notes.md:99")).rejects.toMatchObject({ reason: "line_not_found" });
    await expect(anchor(here, id, "../a.ts")).rejects.toMatchObject({ reason: "place_outside" });
    await expect(anchor(here, "dec_none", "notes.md")).rejects.toMatchObject({ code: "not_found" });
  });
});
