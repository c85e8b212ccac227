import { describe, expect, it } from "vitest";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { findProposal } from "../../src/decisions/sql/proposals.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { ACCEPT, proposed, refused } from "../support/agent-memory.ts";
import { openMemory } from "../support/memory.ts";
import { callTool, succeed } from "../support/tools.ts";

const ADMIN = { role: "admin" } as const;

describe("Agent Memory 4: accept_proposal", () => {
  it.each(["", ".md"])("makes a proposal a decision that holds, named with %j at its end", async (ending) => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    memory.clock.advance(HOUR_MS);
    const { structured, text } = await callTool(
      memory,
      ACCEPT,
      { proposal_id: `${proposal_id}${ending}` },
      ADMIN,
    );
    const decision_id = String(structured["decision_id"]);
    expect(structured).toMatchObject({
      status: "success",
      message: `Proposal ${proposal_id} is now decision ${decision_id}.`,
      decision_id,
    });
    expect(text.split("\n")[0]).toBe(structured["message"]);
    expect(await findProposal(memory, "shop", proposal_id)).toMatchObject({ state: "accepted" });
  });

  it("keeps the proposal's id and evidence on the decision, and what else could explain it", async () => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    const proposal = await findProposal(memory, "shop", proposal_id);
    memory.clock.advance(HOUR_MS);
    const { decision_id } = await succeed(memory, ACCEPT, { proposal_id }, ADMIN);
    expect(await findDecision(memory, "shop", String(decision_id))).toMatchObject({
      statement: proposal?.statement,
      topic: "order_cache",
      topicStated: true,
      reasoning: proposal?.reasoning,
      alternatives: proposal?.explanations,
      confidenceStated: false,
      standing: "active",
      evidence: [
        { kind: "proposal", ref: proposal_id },
        ...(proposal?.evidence ?? []).map((ref) => ({ kind: "record", ref })),
      ],
    });
    expect(proposal?.evidence.length).toBeGreaterThanOrEqual(3);
  });

  it("does not accept it within an hour of its creation: pi1_violation, with the time it opens", async () => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    const proposal = await findProposal(memory, "shop", proposal_id);
    const opens = new Date((proposal?.createdAt.getTime() ?? 0) + HOUR_MS);
    memory.clock.set(new Date(opens.getTime() - 1));
    expect(await refused(memory, ACCEPT, { proposal_id }, ADMIN)).toMatchObject({
      code: "pi1_violation",
      message: expect.stringContaining(opens.toISOString()),
      retryAfter: 1,
    });
    memory.clock.set(opens);
    await succeed(memory, ACCEPT, { proposal_id }, ADMIN);
  });

  it.each(["viewer", "agent"] as const)("is denied to the role %s: permission_denied", async (role) => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    memory.clock.advance(HOUR_MS);
    const { code, message } = await refused(memory, ACCEPT, { proposal_id }, { role });
    expect(code).toBe("permission_denied");
    for (const said of ["admin", role, "AGENT_MEMORY_SECRET"]) expect(message).toContain(said);
    expect(await findProposal(memory, "shop", proposal_id)).toMatchObject({ state: "draft" });
  });

  it("refuses one that was accepted or rejected already: conflict", async () => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    memory.clock.advance(HOUR_MS);
    await succeed(memory, ACCEPT, { proposal_id }, ADMIN);
    expect(await refused(memory, ACCEPT, { proposal_id }, ADMIN)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("accepted already"),
    });
  });

  it.each([
    ["unknown", { proposal_id: "prop_none" }, "not_found", "prop_none"],
    ["missing", {}, "invalid", "proposal_id is required"],
    ["empty", { proposal_id: "" }, "invalid", "proposal_id"],
    ["no text", { proposal_id: 7 }, "invalid", "proposal_id must be a string"],
    ["with more beside it", { proposal_id: "prop_a", force: true }, "invalid", "Unknown argument 'force'"],
  ])("refuses an id that is %s", async (_, args, code, said) => {
    const memory = await openMemory();
    expect(await refused(memory, ACCEPT, args, ADMIN)).toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  });

  it("finds no proposal of another project", async () => {
    const memory = await openMemory();
    const proposal_id = await proposed(memory);
    memory.clock.advance(HOUR_MS);
    const depot = { ...ADMIN, project: "depot" };
    expect(await refused(memory, ACCEPT, { proposal_id }, depot)).toMatchObject({ code: "not_found" });
  });
});
