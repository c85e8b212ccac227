import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ROLES } from "../../../src/shared/actor.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { defineOperation, perform } from "../../../src/shared/operations/operation.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { allOperations } from "../../support/operations.ts";

describe("an operation", () => {
  it("can only be run by perform", async () => {
    const greet = defineOperation({
      name: "greet-somebody",
      summary: "Greet somebody.",
      effect: "read",
      role: "viewer",
      input: z.strictObject({ name: z.string() }),
      run: async ({ name }) => `Hello ${name}`,
    });
    expect(Object.keys(greet)).toEqual(["name", "summary", "effect", "role", "input"]);
    // @ts-expect-error An operation has no run method of its own.
    expect(greet.run).toBeUndefined();
    expect(await perform(greet, { name: "you" }, await openMemory(), callBy())).toBe("Hello you");
  });

  it("does what comes before a write only if it writes, and only if nothing is wrong with the call", async () => {
    const memory = await openMemory();
    const order: string[] = [];
    const beforeWrite = async () => void order.push("before");
    const operation = (effect: "read" | "append") =>
      defineOperation({
        name: "say-something",
        summary: "Say something.",
        effect,
        role: "agent",
        input: z.strictObject({ text: z.string() }),
        run: async ({ text }) => void order.push(text),
      });
    await perform(operation("read"), { text: "read" }, memory, { ...callBy(), beforeWrite });
    await perform(operation("append"), { text: "written" }, memory, { ...callBy(), beforeWrite });
    const viewer = { ...callBy({ role: "viewer" }), beforeWrite };
    await expect(perform(operation("append"), { text: "no" }, memory, viewer)).rejects.toThrow(Fault);
    const wrong = { text: 1 } as never;
    await expect(perform(operation("append"), wrong, memory, { ...callBy(), beforeWrite })).rejects.toThrow();
    expect(order).toEqual(["read", "before", "written"]);
  });

  it("declares whether it makes a decision", async () => {
    const names = (await allOperations()).flatMap(({ name, makesDecision }) => (makesDecision ? name : []));
    expect(names).toEqual([
      "accept-candidate",
      "accept-proposal",
      "capture-decision",
      "capture-earlier-decision",
      "replace-decisions",
      "save-decision",
      "supersede-decision",
    ]);
  });

  it("refuses a caller without the required role, in a sentence", async () => {
    const memory = await openMemory();
    const refusals: string[] = [];
    for (const operation of await allOperations()) {
      const role = ROLES[ROLES.indexOf(operation.role) - 1];
      if (role === undefined) continue;
      const refused = await perform(operation, {}, memory, callBy({ role })).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Fault);
      refusals.push((refused as Fault).message);
    }
    expect(refusals.join("\n")).toMatchInlineSnapshot(`
      "The role admin is needed to make what was said in a session a decision of the person, or a checkpoint; this connection has the role agent.
      The role admin is needed to make what was proposed a decision that holds; this connection has the role agent.
      The role agent is needed to name the place in the code that a decision is about, or take it back; this connection has the role viewer.
      The role agent is needed to put a proposed link in force, with the word of the person where they can be asked; this connection has the role viewer.
      The role agent is needed to keep a decision with its confidence, before its outcome is known; this connection has the role viewer.
      The role admin is needed to keep a decision that was made before, with the time at which it was; this connection has the role agent.
      The role admin is needed to give a member of the team another role, or remove it; this connection has the role agent.
      The role admin is needed to check the memory, its audit log, its copies, its embeddings and the teams that it is shared with; this connection has the role agent.
      The role agent is needed to record the outcome that the repository suggests for a decision; this connection has the role viewer.
      The role admin is needed to make a key that lets a program in over HTTP; this connection has the role agent.
      The role admin is needed to begin to share a project with a team; this connection has the role agent.
      The role agent is needed to keep what somebody is up to, by the words of their prompt, so that the fitting tools are listed; this connection has the role viewer.
      The role agent is needed to say that no outcome of a decision follows from what the repository says so far; this connection has the role viewer.
      The role agent is needed to correct the words of a decision, and keep the earlier ones; this connection has the role viewer.
      The role agent is needed to embed what waits for it now, or make another model the one of this memory; this connection has the role viewer.
      The role admin is needed to remove all that was only asked about in a project, for good; this connection has the role agent.
      The role admin is needed to remove the text of a decision, checkpoint or insight, of a question that was asked before deciding, of what waits for a person, or the name of a person, for good, and keep only the fact that it was erased; this connection has the role agent.
      The role agent is needed to write the decisions of a project into a folder, as architecture decision records; this connection has the role viewer.
      The role admin is needed to remove all texts of a project for good, and keep only the fact that they were erased; this connection has the role agent.
      The role agent is needed to find decisions in what is written already, for a person to review; this connection has the role viewer.
      The role agent is needed to bring in a folder of architecture decision records, with their status and relations; this connection has the role viewer.
      The role agent is needed to bring in an export of a memory, every record into the project it came from; this connection has the role viewer.
      The role agent is needed to bring in the decisions, links and checkpoints of a MAMA database, which is left as it is; this connection has the role viewer.
      The role agent is needed to bring in the JSONL file of the reference knowledge-graph memory server; this connection has the role viewer.
      The role admin is needed to make an invitation that lets one machine into the team; this connection has the role agent.
      The role admin is needed to share a project with a team that invited this machine; this connection has the role agent.
      The role agent is needed to say whether an assumption of a decision still holds, is doubtful or false; this connection has the role viewer.
      The role admin is needed to stop sharing a project. What came from others stays here, and what was shared stays with them; this connection has the role agent.
      The role admin is needed to list the keys, without their secrets; this connection has the role agent.
      The role admin is needed to list the machines of a team, when each was seen last, and how far it is; this connection has the role agent.
      The role admin is needed to list the people who wrote something, with their ids; this connection has the role agent.
      The role admin is needed to list the projects that have memories, the one used last first; this connection has the role agent.
      The role admin is needed to make a link that signs a person in to the web page once; this connection has the role agent.
      The role agent is needed to make two records of the same decision one, which has the texts, links, notes, signals and outcome of both; this connection has the role viewer.
      The role admin is needed to move everything of a project to another one; this connection has the role agent.
      The role agent is needed to propose that one decision refines, contradicts or depends on another, for a person to approve; this connection has the role viewer.
      The role admin is needed to take back what was said about a candidate, so that it waits again; this connection has the role agent.
      The role admin is needed to read the audit log: who wrote what, when, through which program; this connection has the role agent.
      The role admin is needed to make everything that is derived from the decisions and outcomes again; this connection has the role agent.
      The role agent is needed to record what a service that hosts the repository reports; this connection has the role viewer.
      The role agent is needed to record how a decision worked out, and learn from it; this connection has the role viewer.
      The role agent is needed to record something that happened to a decision before its outcome is known; this connection has the role viewer.
      The role agent is needed to look for decisions that keep failing, contradict each other or were refuted, and draft proposals; this connection has the role viewer.
      The role admin is needed to say that what was said in a session is nothing to keep; this connection has the role agent.
      The role agent is needed to turn a proposed link down, or take a dependence out of force; this connection has the role viewer.
      The role admin is needed to turn a proposal down, so that what speaks for it does not come up again; this connection has the role agent.
      The role agent is needed to group all decisions of a project anew by what they are about, and count up what became of them; this connection has the role viewer.
      The role agent is needed to withdraw the outcome of a decision, so that it is open again and nothing is counted of it; this connection has the role viewer.
      The role agent is needed to replace decisions that hold by a new one or by another one that holds; this connection has the role viewer.
      The role agent is needed to take back that a decision was retracted, or merged into another one; this connection has the role viewer.
      The role admin is needed to bring links back from a backup, exactly as they were; this connection has the role agent.
      The role agent is needed to say that a decision no longer holds, without replacing it; this connection has the role viewer.
      The role admin is needed to end a key for good, with every session it opened; this connection has the role agent.
      The role admin is needed to give a key another secret and another month; this connection has the role agent.
      The role agent is needed to remove the links that a machine made in a legacy database, once they are backed up; this connection has the role viewer.
      The role agent is needed to keep where the work stands, for whoever carries it on; this connection has the role viewer.
      The role agent is needed to keep a decision on a topic, in place of what held for it; this connection has the role viewer.
      The role agent is needed to keep a lesson that is no decision; this connection has the role viewer.
      The role agent is needed to propose links between decisions that are near in meaning, for a person to approve; this connection has the role viewer.
      The role agent is needed to say that a decision replaces others, if both were recorded already; this connection has the role viewer.
      The role agent is needed to replace decisions that hold by a new one; this connection has the role viewer.
      The role agent is needed to switch what a session is told on or off; this connection has the role viewer.
      The role agent is needed to keep a folder of architecture decision records and the memory in step, both ways; this connection has the role viewer.
      The role agent is needed to read what the repository says of decisions whose outcome is not known; this connection has the role viewer.
      The role agent is needed to exchange changes with the team of a project now; this connection has the role viewer.
      The role admin is needed to let a repository use the project that its project file names; this connection has the role agent.
      The role admin is needed to take back everything that one import added; this connection has the role agent.
      The role admin is needed to move what the last move of a project took along back; this connection has the role agent.
      The role agent is needed to note how far a decision is, a new confidence, or the change that carries it out, or correct its words; this connection has the role viewer.
      The role admin is needed to check that nobody changed the audit log; this connection has the role agent.
      The role agent is needed to write the links that a clean-up would remove to a file, with a checksum; this connection has the role viewer."
    `);
  });
});
