import { describe, expect, it } from "vitest";
import { commandLineOn } from "../support/command-line.ts";
import type { Caller } from "../support/memory.ts";
import { QUOTE } from "../support/review-queue.ts";
import { ALL, pressing, waitingMemory } from "../support/reviewing.ts";

describe("membria review where nobody is asked", () => {
  it("lists what waits, and how to decide on it", async () => {
    const { at } = await waitingMemory();
    const { out } = await at({ width: 60 }).run("review");
    expect(out).toBe(
      [
        "Perhaps decided: 1",
        "  cand_choice  3h  Use Postgres instead of Mongo",
        "",
        "Where sessions stood: 1",
        "  cand_draft  3h  The order table is half done; the tests o…",
        "",
        "Outcomes that are due: 1",
        "  dec_due  3h  Cache the price list for an hour",
        "",
        "Links that wait for approval: 1",
        "  lnk_open  3h  Cache the price list for an hour — refines …",
        "",
        "Proposals: 1",
        "  prop_open  3h  Read prices from the database",
        "",
        "At a terminal, `membria review` asks about one after the other.",
        "Without one: membria review --accept cand_choice   or   membria review --reject cand_choice",
      ].join("\n"),
    );
  });

  it("prints the whole queue as JSON, also at a terminal", async () => {
    const { at } = await waitingMemory();
    const { out } = await at(pressing("y").screen).run("review", "--json");
    expect(JSON.parse(out)).toMatchObject({
      project: "shop",
      total: 5,
      waiting: ALL,
      decisions: [{ candidate_id: "cand_choice", said_by: "person", quote: QUOTE, client: "claude-code" }],
      checkpoints: [{ candidate_id: "cand_draft" }],
      outcomes: [{ decision_id: "dec_due" }],
      links: [{ link_id: "lnk_open" }],
      proposals: [{ proposal_id: "prop_open" }],
    });
  });

  it("decides on the ids that a script of a person names, and reports those that it could not", async () => {
    const { at, waiting } = await waitingMemory();
    const ids = ["--accept", "cand_choice", "--accept", "lnk_open", "--reject", "dec_due"];
    const done = await at({}).run("review", ...ids, "--reject", "cand_gone");
    expect(done.out).toMatch(
      /^Recorded as dec_\w+ in shop\.\nlnk_open is in force: dec_due refines dec_other\.\nThe outcome of dec_due is recorded: failure\./,
    );
    expect(done.out).toContain("cand_gone: Nothing waits for a review under cand_gone.");
    expect(done.code).toBe(3);
    expect(await waiting()).toEqual({ ...ALL, decisions: 0, links: 0, outcomes: 0 });
    const json = JSON.parse((await at({}).run("review", "--accept", "cand_draft", "--json")).out);
    expect(json).toEqual({
      decided: [
        {
          id: "cand_draft",
          kind: "checkpoint",
          verdict: "accepted",
          became: expect.stringMatching(/^chk_/),
          notices: expect.any(Array),
        },
      ],
      refused: [],
    });
    expect(await at({}).run("review", "--accept", "a", "--reject", "a")).toMatchObject({ code: 2 });
  });

  it("lets an agent in a shell list, and nothing else", async () => {
    const { at, waiting } = await waitingMemory();
    const agent: Caller = { kind: "agent", name: "codex" };
    const listed = await at(pressing("y").screen, undefined, agent).run("review");
    expect(listed.out).toContain("cand_choice");
    expect(listed.out).toContain("A person decides on them at a terminal.");
    expect(listed.out).not.toContain("--accept");
    for (const flag of ["--accept", "--reject"]) {
      const refused = await at({}, undefined, agent).run("review", flag, "lnk_open");
      expect(refused).toMatchObject({
        code: 5,
        err: "membria: Only a person decides on what waits for a review.\nNothing was changed. Without flags this command lists what waits.",
      });
    }
    expect(await waiting()).toEqual(ALL);
  });

  it("only lists over all projects", async () => {
    const { memory } = await waitingMemory();
    const everywhere = commandLineOn(memory, "all", {}, pressing("y").screen);
    const { out } = await everywhere.run("review");
    expect(out).toContain("cand_choice  shop  3h  Use Postgres");
    expect(out).toContain("name one project: membria review --project NAME");
  });

  it("leaves erasing to membria forget", async () => {
    const { at, waiting } = await waitingMemory();
    expect((await at({}).run("forget", "cand_choice")).code).toBe(2);
    const { out } = await at({}).run("forget", "cand_choice", "--yes", "--json");
    expect(JSON.parse(out)).toMatchObject({ candidate_id: "cand_choice", project: "shop", erased: true });
    expect(await waiting()).toEqual({ ...ALL, decisions: 0 });
  });
});
