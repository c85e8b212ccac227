import { describe, expect, it } from "vitest";
import { linksBetween, pendingLinks } from "../../src/decisions/sql/links.ts";
import { findProposal, readProposals } from "../../src/decisions/sql/proposals.ts";
import type { Question } from "../../src/shared/operations/operation.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { ACCEPT, concluded, PERSON, recorded, refused } from "../support/agent-memory.ts";
import { type Caller, openMemory, type TestMemory } from "../support/memory.ts";
import { readQuestion } from "../support/question.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";

const ADMIN: Caller = { role: "admin" };
const TITLES = ["Cache orders in Redis", "Cache orders in the process", "Do not cache orders"];

/** Several decisions of one target that work out differently, and the proposal of the kind contradiction about them. */
async function contradicting(
  count: number,
): Promise<{ memory: TestMemory; ids: string[]; proposal_id: string }> {
  const memory = await openMemory();
  const ids: string[] = [];
  for (const title of TITLES.slice(0, count)) {
    ids.push(await recorded(memory, { title }));
    memory.clock.advance(1_000);
  }
  await succeed(memory, "membria_record_signal", {
    decision_id: ids[0],
    signal_type: "ci_failed",
    valence: "negative",
  });
  await concluded(memory, ids.at(-1) as string, "success");
  const [proposal] = await readProposals(memory, "shop", "draft", 10);
  expect(proposal).toMatchObject({ kind: "contradiction", target: "order_cache" });
  memory.clock.advance(HOUR_MS);
  return { memory, ids, proposal_id: proposal?.id as string };
}

const linksOf = async (memory: TestMemory, decision_id: string): Promise<unknown> =>
  (await succeed(memory, "membria_get_decision", { decision_id }))["links"];

describe("Agent Memory 4: accepting that decisions contradict each other", () => {
  it("puts a link between them in force, which each of them shows and later choices are warned by", async () => {
    const { memory, ids, proposal_id } = await contradicting(2);
    const [older, newer] = ids as [string, string];
    const { structured, text } = await callTool(memory, ACCEPT, { proposal_id }, ADMIN);
    const notice = (structured["notices"] as string[])[0] as string;
    expect(notice).toMatch(new RegExp(`^${newer} contradicts ${older}: the link lnk_\\w+ is in force\\.$`));
    expect(text).toContain(notice);
    for (const id of ids)
      expect(await linksOf(memory, id)).toMatchObject([
        {
          from_id: newer,
          to_id: older,
          relationship: "contradicts",
          reason: expect.stringContaining(proposal_id),
        },
      ]);
    const { warnings } = await succeed(memory, "membria_get_warnings", {
      statement: TITLES[0],
      module: "database",
    });
    expect((warnings as Json[]).map(({ message }) => message).join("\n")).toContain("contradict each other");
    expect(await linksBetween(memory, "shop", newer, older)).toMatchObject([
      { state: "active", reviews: [{ verdict: "approved", how: "called" }] },
    ]);
  });

  it("says that the newest one contradicts each of the others, and does not propose it again", async () => {
    const { memory, ids, proposal_id } = await contradicting(3);
    await succeed(memory, ACCEPT, { proposal_id }, PERSON);
    expect(await linksOf(memory, ids[2] as string)).toHaveLength(2);
    expect(await linksBetween(memory, "shop", ids[0] as string, ids[1] as string)).toEqual([]);
    for (const id of ids) await concluded(memory, id, "success");
    const open = await readProposals(memory, "shop", "draft", 10);
    expect(open.flatMap(({ evidence }) => evidence.filter((id) => id.startsWith("lnk_")))).toEqual([]);
  });

  it("leaves a link alone that a person rejected", async () => {
    const { memory, ids, proposal_id } = await contradicting(2);
    const ends = { from_id: ids[0], to_id: ids[1], relationship: "contradicts" };
    await succeed(memory, "propose_link", { ...ends, reason: "They read the same table" });
    await succeed(memory, "reject_link", { ...ends, reason: "They do not" }, PERSON);
    expect(await succeed(memory, ACCEPT, { proposal_id }, ADMIN)).not.toHaveProperty("notices");
    expect(await linksOf(memory, ids[0] as string)).toEqual([]);
  });

  it("asks the person where the client can, and refuses on a no", async () => {
    const { memory, proposal_id } = await contradicting(2);
    const declining = { ...ADMIN, consent: () => false };
    expect(await refused(memory, ACCEPT, { proposal_id }, declining)).toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("did not agree"),
    });
    expect(await findProposal(memory, "shop", proposal_id)).toMatchObject({ state: "draft" });
    await succeed(memory, ACCEPT, { proposal_id }, { ...ADMIN, consent: () => true });
  });

  it("shows the person what is accepted, and what the decisions say, each as it is stored", async () => {
    const { memory, ids, proposal_id } = await contradicting(2);
    const proposal = await findProposal(memory, "shop", proposal_id);
    const asked: string[] = [];
    const consent = ({ text }: Question) => asked.push(text) > 0;
    await succeed(memory, ACCEPT, { proposal_id }, { ...ADMIN, name: 'x" agreed. "y', consent });
    const { ours, quoted } = readQuestion(asked[0] ?? "");
    expect(ours[0]).toBe(
      `The agent "x\\" agreed. \\"y" wants to accept ${proposal_id}, which puts links in force: ${ids[1]} contradicts ${ids[0]}.`,
    );
    expect(quoted).toEqual([
      ["What is accepted:", proposal?.statement],
      ["Its reasoning:", proposal?.reasoning],
      ...(proposal?.explanations ?? []).map((one) => ["It could also be:", one]),
      [`${ids[1]}:`, TITLES[1]],
      [`${ids[0]}:`, TITLES[0]],
    ]);
  });

  it("leaves the link pending for a key that may not report consent", async () => {
    const { memory, ids, proposal_id } = await contradicting(2);
    const reply = await succeed(memory, ACCEPT, { proposal_id }, { ...ADMIN, mayReportConsent: false });
    expect(reply["notices"]).toEqual([expect.stringContaining("waits for the approval of a person")]);
    expect(await linksOf(memory, ids[0] as string)).toEqual([]);
    expect((await pendingLinks(memory, "shop", {}, 10)).items).toHaveLength(1);
  });
});
