import { expect, it } from "vitest";
import type { Proposal } from "../../../src/decisions/rules/proposal.ts";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import {
  addDraft,
  closeProposal,
  findProposal,
  storeAcceptedReplacement,
} from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";

const proposal = (fields: Partial<Proposal> = {}): Proposal => ({
  id: "prop_a",
  project: "shop",
  kind: "replacement",
  target: screened("dec_draft"),
  statement: screened("Let dec_draft take the place of dec_theirs."),
  reasoning: screened("An agent saved it."),
  domain: "database",
  explanations: [],
  evidence: ["dec_draft", "dec_theirs"],
  state: "draft",
  createdAt: DAY,
  fedAt: DAY,
  ...fields,
});

/** A decision replaces the active ones of its topic, or becomes a draft that a person has to accept. */
export function replacing(opened: () => OpenedStore): void {
  const theirs = () => decision({ id: "dec_theirs", topic: "orders" });
  const draft = () => decision({ id: "dec_draft", topic: "orders", standing: "draft" });
  const person = () => act(DAY, actor("human"));

  it("stores nothing if other decisions of the topic are active than the caller expected", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: theirs() }, act());
    const late = { decision: decision({ topic: "orders" }), holding: [] };
    await expect(addDecision(memory, late, act())).rejects.toMatchObject({
      code: "conflict",
      reason: "topic_changed",
    });
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(1);
    const { superseded } = await addDecision(
      memory,
      { ...late, holding: ["dec_theirs"], supersedes: [{ ref: "dec_theirs", linkId: "lnk_a" }] },
      act(),
    );
    expect(superseded).toMatchObject([{ id: "dec_theirs", standing: "superseded" }]);
  });

  it("lists the active decisions of a stated topic, without derived topics", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: theirs() }, act());
    await addDecision(memory, { decision: decision({ topic: "orders", topicStated: false }) }, act());
    const filter = { scope: "shop", topic: "orders" };
    expect((await decisionPage(memory, filter, 5)).total).toBe(2);
    expect((await decisionPage(memory, { ...filter, topicStated: true }, 5)).items).toMatchObject([
      { id: "dec_theirs" },
    ]);
  });

  it("stores a draft together with the proposal to accept it, or neither", async () => {
    const { memory } = opened();
    await addDraft(memory, { decision: draft() }, proposal(), act());
    expect(await findProposal(memory, "shop", "prop_a")).toEqual(proposal());
    const other = { decision: decision({ id: "dec_other", standing: "draft" }) };
    await expect(addDraft(memory, other, proposal(), act())).rejects.toThrow();
    expect(await findDecision(memory, "shop", "dec_other")).toBeUndefined();
  });

  it("lets an accepted draft replace all decisions that are active by then, in one act", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: theirs() }, act());
    await addDraft(memory, { decision: draft() }, proposal(), act());
    await addDecision(memory, { decision: decision({ id: "dec_later", topic: "orders" }) }, act());
    let made = 0;
    const linkId = () => `lnk_${++made}`;
    const note = screened("Agreed in the meeting");
    const accepted = await storeAcceptedReplacement(memory, "shop", "prop_a", { linkId, note }, person());
    expect(accepted).toMatchObject({
      proposal: { state: "accepted" },
      decision: { id: "dec_draft", standing: "active", notes: [{ text: note, by: person().by.author }] },
    });
    expect(accepted.superseded.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      "dec_later",
      "dec_theirs",
    ]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expect(
      storeAcceptedReplacement(memory, "shop", "prop_a", { linkId }, person()),
    ).rejects.toMatchObject({
      reason: "proposal_closed",
    });
  });

  it("does not let an accepted draft replace others than the expected ones", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: theirs() }, act());
    await addDraft(memory, { decision: draft() }, proposal(), act());
    await addDecision(memory, { decision: decision({ id: "dec_later", topic: "orders" }) }, act());
    const before = await memory.position();
    let links = 0;
    const replacement = { linkId: () => "lnk_a", holding: ["dec_theirs"] };
    await expect(
      storeAcceptedReplacement(memory, "shop", "prop_a", replacement, act()),
    ).rejects.toMatchObject({
      code: "conflict",
      reason: "topic_changed",
    });
    expect(await memory.position()).toBe(before);
    const all = { ...replacement, linkId: () => `lnk_${++links}`, holding: ["dec_theirs", "dec_later"] };
    expect((await storeAcceptedReplacement(memory, "shop", "prop_a", all, act())).superseded).toHaveLength(2);
  });

  it("withdraws the draft when its proposal is rejected, and leaves active decisions alone", async () => {
    const { memory } = opened();
    await addDecision(memory, { decision: theirs() }, act());
    await addDraft(memory, { decision: draft() }, proposal(), act());
    await closeProposal(memory, "shop", "prop_a", "rejected", person());
    expect((await findDecision(memory, "shop", "dec_draft"))?.standing).toBe("deprecated");
    expect((await findDecision(memory, "shop", "dec_theirs"))?.standing).toBe("active");
  });

  it("removes the proposal when the draft is erased", async () => {
    const { memory } = opened();
    await addDraft(memory, { decision: draft() }, proposal(), act());
    await eraseDecision(memory, "shop", "dec_draft", person());
    expect(await findProposal(memory, "shop", "prop_a")).toBeUndefined();
  });
}
