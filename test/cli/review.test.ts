import { describe, expect, it } from "vitest";
import { saveCheckpointDraft, settleCandidate } from "../../src/candidates/sql/candidate-rows.ts";
import type { Editor } from "../../src/cli/command.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { decisionPage, findDecision } from "../../src/decisions/sql/decisions.ts";
import { findLink, storeLink, storeLinkReview } from "../../src/decisions/sql/links.ts";
import { historiesOf } from "../../src/decisions/sql/outcomes.ts";
import { addProposal, findProposal } from "../../src/decisions/sql/proposals.ts";
import { latestCheckpoint } from "../../src/sessions/sql/notes.ts";
import { commandLineOn } from "../support/command-line.ts";
import { act, screened } from "../support/decisions.ts";
import { checkpointDraft } from "../support/hook-records.ts";
import { link, review as linkReview } from "../support/links.ts";
import { openMemory } from "../support/memory.ts";
import { QUOTE } from "../support/review-queue.ts";
import { ALL, NONE, pressing, waitingMemory } from "../support/reviewing.ts";

describe("membria review at a terminal", () => {
  it("asks about one after the other, and says where each comes from", async () => {
    const { memory, waiting, at } = await waitingMemory();
    const person = pressing("yyyyy", ["An hour is too long"]);
    const { out, code } = await at(person.screen).run("review");
    expect(code).toBe(0);
    expect(out).toBe("\n5 accepted, 0 rejected, 0 skipped.\nNothing waits for a review.");
    expect(await waiting()).toEqual(NONE);
    const said = person.said();
    for (const shown of [
      "1 of 5  Was this decided?\nUse Postgres instead of Mongo\n  instead of  Mongo",
      `  you said  "${QUOTE}"\n  files  db/schema.sql\n  cand_choice, in claude-code, 3h ago (2026-02-12 07:30 UTC)`,
      "2 of 5  Is this where the work stands?\n  The order table is half done",
      "3 of 5  How did this work out?\nCache the price list for an hour",
      "4 of 5  Is this so?\n  Cache the price list for an hour\n  refines\n  Keep prices in a file",
      "5 of 5  Should this hold?\nRead prices from the database\n  because  Files failed three times.",
      "y yes, keep it · n no · e edit · s skip · q quit ›",
      "y it worked · n it failed · p partly · s skip · q quit ›",
    ])
      expect(said).toContain(shown);
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items.map(({ statement }) => statement)).toContain("Read prices from the database");
    expect(items.find(({ statement }) => statement.includes("Postgres"))).toMatchObject({
      source: QUOTE,
      author: { kind: "human", name: "somebody" },
    });
    const history = (await historiesOf(memory, "shop", ["dec_due"])).get("dec_due");
    expect(history?.outcomes).toMatchObject([
      { status: "success", score: 1, lessons: ["An hour is too long"] },
    ]);
    expect((await findLink(memory, "shop", "lnk_open"))?.state).toBe("active");
    expect(await latestCheckpoint(memory, "shop")).toMatchObject({ openFiles: ["src/orders.ts"] });
  });

  it("rejects, and records what failed or worked partly", async () => {
    const { memory, waiting, at } = await waitingMemory();
    const person = pressing("nnpnn", [""]);
    expect((await at(person.screen).run("review")).out).toContain("1 accepted, 4 rejected, 0 skipped.");
    expect(await waiting()).toEqual(NONE);
    const history = (await historiesOf(memory, "shop", ["dec_due"])).get("dec_due");
    expect(history?.outcomes).toMatchObject([{ status: "partial", score: 0.5, lessons: [] }]);
    expect((await findLink(memory, "shop", "lnk_open"))?.state).toBe("rejected");
    expect((await findProposal(memory, "shop", "prop_open"))?.state).toBe("rejected");
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(2);
  });

  it("keeps what was decided when the person leaves, and comes back to what was skipped", async () => {
    const { waiting, at } = await waitingMemory();
    const first = await at(pressing("snq").screen).run("review");
    expect(first.out).toBe("\n0 accepted, 1 rejected, 1 skipped.\n4 still wait: membria review");
    expect(await waiting()).toEqual({ ...ALL, checkpoints: 0 });
    // No key at all is Ctrl-C, or the end of the input.
    const second = pressing("");
    expect((await at(second.screen).run("review")).out).toContain("0 accepted, 0 rejected, 0 skipped.");
    expect(second.said()).toContain("1 of 4  Was this decided?");
  });

  it("takes back the last answers where the memory can, and asks again", async () => {
    const { memory, waiting, at } = await waitingMemory();
    // Accepted, dropped, and both taken back; then the other way round.
    const person = pressing("ynuunyq");
    const { out } = await at(person.screen).run("review");
    expect(out).toContain("1 accepted, 1 rejected, 0 skipped.");
    expect(person.said()).toContain("Taken back: cand_draft waits again.");
    expect(person.said()).toMatch(/Taken back: dec_\w+ no longer holds, and cand_choice waits again\./);
    expect(await waiting()).toEqual({ ...ALL, decisions: 0, checkpoints: 0 });
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items.find(({ statement }) => statement.includes("Postgres"))?.standing).toBe("deprecated");
    expect(await latestCheckpoint(memory, "shop")).toBeDefined();

    const outcome = pressing("nuq", ["A lesson"]);
    await at(outcome.screen).run("review");
    expect(await waiting()).toMatchObject({ outcomes: 1 });
    expect((await findDecision(memory, "shop", "dec_due"))?.outcome).toBeUndefined();
    // A reviewed link cannot be taken back, so nobody is offered to.
    const reviewed = pressing("snq");
    await at(reviewed.screen).run("review");
    expect(reviewed.said()).toContain("lnk_open is rejected.");
    expect(reviewed.said()).not.toContain("undo");
  });

  it("lets the statement be changed in its line before it is kept", async () => {
    const { memory, at } = await waitingMemory();
    const person = pressing("eeq", ["", "Use PostgreSQL 17 for orders"]);
    await at(person.screen).run("review");
    expect(person.begun).toEqual(["Use Postgres instead of Mongo", "Use Postgres instead of Mongo"]);
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items[0]).toMatchObject({ statement: "Use PostgreSQL 17 for orders", source: QUOTE });
  });

  it("lets a longer text be changed in the editor, and says what is missing without one", async () => {
    const { memory, at } = await waitingMemory();
    await saveCheckpointDraft(
      memory,
      checkpointDraft({ id: "cand_draft", summary: screened("Half done.\n\nTests fail.") }),
    );
    const without = pressing("seq");
    await at(without.screen).run("review");
    expect(without.said()).toContain("It has several lines: set EDITOR to change it.");
    const editor = (ended: boolean): Editor => ({
      open: async (name, text) => ({
        path: `/edits/${name}`,
        text: text.replace("Half", "All"),
        ended,
        discard: async () => {},
      }),
    });
    const failing = pressing("seq");
    await at(failing.screen, editor(false)).run("review");
    expect(failing.said()).toContain("Your text is in /edits/cand_draft.md.");
    expect(await latestCheckpoint(memory, "shop")).toBeUndefined();
    await at(pressing("seq").screen, editor(true)).run("review");
    expect((await latestCheckpoint(memory, "shop"))?.summary).toBe("All done.\n\nTests fail.");
  });

  it("asks again before a link that goes against another one, and after a refusal goes on", async () => {
    const { memory, waiting, at } = await waitingMemory();
    const against = link({ id: "lnk_force", from: "dec_due", to: "dec_other", relation: "contradicts" });
    await storeLink(memory, against, act());
    await storeLinkReview(memory, "shop", "lnk_force", linkReview(), act());
    const person = pressing("sssynyysq");
    const { out } = await at(person.screen).run("review");
    expect(person.said()).toContain("conflicts with a link in force:");
    expect(out).toContain("1 accepted, 0 rejected, 4 skipped.");
    expect(await waiting()).toMatchObject({ links: 0 });

    await addProposal(
      memory,
      {
        id: "prop_new",
        project: "shop",
        kind: "refuted",
        target: screened("carts"),
        statement: screened("Too new"),
        reasoning: screened("Just written."),
        domain: "database",
        explanations: [],
        evidence: [],
        state: "draft",
        createdAt: memory.clock.now(),
        fedAt: memory.clock.now(),
      },
      act(),
    );
    const early = pressing("sssyq");
    await at(early.screen).run("review");
    expect(early.said()).toContain("It can be accepted from 2026-02-12T11:30:00.000Z on.");
    expect(early.said()).toContain("Proposal prop_new is within its review window of one hour.");
    expect(await waiting()).toMatchObject({ proposals: 2 });
  });

  it("goes on if somebody else was faster", async () => {
    const { memory, at } = await waitingMemory();
    const person = pressing("yq");
    const { pressKey } = person.screen;
    const faster: Partial<Terminal> = {
      ...person.screen,
      pressKey: async (question, keys) => {
        await settleCandidate(memory, "shop", "cand_choice", memory.clock.now());
        return pressKey?.(question, keys);
      },
    };
    const { out } = await at(faster).run("review");
    expect(person.said()).toContain("There is no candidate cand_choice in the project shop.");
    expect(person.said()).toContain("2 of 5  Is this where");
    expect(out).toContain("0 accepted, 0 rejected, 0 skipped.");
  });

  it("comes to what was skipped again after an answer before it was taken back", async () => {
    const { waiting, at } = await waitingMemory();
    const person = pressing("nsunyq");
    expect((await at(person.screen).run("review")).out).toContain("1 accepted, 1 rejected, 0 skipped.");
    expect(await waiting()).toEqual({ ...ALL, decisions: 0, checkpoints: 0 });
  });

  it("says so if nothing waits", async () => {
    const { run } = commandLineOn(await openMemory(), "shop", {}, pressing("").screen);
    expect((await run("review")).out).toBe("Nothing waits for a review.");
  });
});
