import { describe, expect, it } from "vitest";
import {
  ACTION_EFFECTS,
  type AuditAction,
  actionsThat,
  effectsOf,
  type WrittenAction,
} from "../../../src/store/log/audit-actions.ts";

const ACTIONS = Object.keys(ACTION_EFFECTS) as AuditAction[];

describe("the table of actions", () => {
  it("names the kind of record that an action is about; clean-ups are recorded as runs of their own, and sessions of the page with their key", () => {
    const others = ACTIONS.filter((action) => effectsOf(action).kind !== action.split(".")[0]);
    expect(others).toEqual([
      "link.cleaned",
      "link.restored",
      "record.existing",
      "page.opened",
      "page.closed",
    ]);
  });

  it("clears answers and links whenever a decision is removed, however that happens", () => {
    const removed = actionsThat("removes").filter((action) => effectsOf(action).kind === "decision");
    expect(removed).toEqual(["decision.erased", "decision.withdrawn"]);
    for (const action of removed) {
      expect(effectsOf(action)).toMatchObject({ changesAnswers: true, changesLinks: "of-decision" });
    }
  });

  it("lets what cannot change an answer leave the cached ones alone", () => {
    expect(ACTIONS.filter((action) => !effectsOf(action).changesAnswers)).toEqual([
      "signal.recorded",
      "proposal.drafted",
      "proposal.fed",
      "proposal.rejected",
      "proposal.expired",
      "checkpoint.saved",
      "checkpoint.erased",
      "key.created",
      "key.rotated",
      "key.revoked",
      "page.opened",
      "page.closed",
      "team.joined",
      "team.left",
      "project.bound",
      "project.trusted",
      "skill.tried",
      "guidance.erased",
      "guidance.given",
      "guidance.settled",
    ]);
  });

  it("takes every change of links that names no single link or decision for a change of any", () => {
    expect(ACTIONS.filter((action) => effectsOf(action).changesLinks === "any")).toEqual([
      "decision.restored",
      "decision.merged",
      "link.cleaned",
      "link.restored",
      "import.continued",
      "import.undone",
      "record.existing",
      "memory.recovered",
      "project.moved",
    ]);
  });

  it("still knows the actions of reads in logs of 0.1.0, and lets nobody write them", () => {
    const retired: AuditAction[] = [
      "decision.withdrawn",
      "skill.tried",
      "guidance.given",
      "guidance.settled",
    ];
    expect(ACTIONS).toEqual(expect.arrayContaining(retired));
    // @ts-expect-error Observations have no audit row.
    const written: WrittenAction = "guidance.given";
    expect(ACTIONS).toContain(written);
  });
});
