import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { type ChangedMember, changeMember } from "../../app/team/change-member.ts";
import { nameOf } from "../../app/team/own-team.ts";
import { ROLES } from "../../domain/shared/actor.ts";
import { noticeText, type Wording } from "../../tools/wording.ts";
import { type CommandResult, defineCommand } from "../command.ts";

const member = z
  .string()
  .min(1)
  .describe("The name of the machine in the team, its beginning, or what the machine is called");

export const teamRole = defineCommand({
  name: "team role",
  summary: "Give a member of the team another role.",
  positionals: ["member", "role"],
  input: z.strictObject({ member, role: z.enum(ROLES).describe("What it may do from now on") }),
  async run(input, { deps, call, wording }) {
    return report(await perform(changeMember, input, await deps(), await call()), wording);
  },
});

export const teamRemove = defineCommand({
  name: "team remove",
  summary: "Remove a machine from the team. What it says from now on is not applied any more.",
  positionals: ["member"],
  input: z.strictObject({ member }),
  async run(input, { deps, call, wording }) {
    const changed = await perform(changeMember, { ...input, role: "removed" }, await deps(), await call());
    return report(changed, wording, [
      "What it has it keeps. Change the password of the server, so that it gets nothing more.",
    ]);
  },
});

function report(changed: ChangedMember, wording: Wording, more: readonly string[] = []): CommandResult {
  const { project, member: who, before, after, also } = changed;
  const notices = changed.notices.map((notice) => noticeText(notice, wording));
  return {
    json: {
      project,
      origin: who.origin,
      machine: who.machine,
      before,
      after,
      also: also.map(({ origin }) => origin),
      changed: changed.changed,
      shared: changed.shared,
      notices,
    },
    text: changed.changed
      ? [
          after === "removed"
            ? `${nameOf(who)} is removed; it was ${before}.`
            : `${nameOf(who)} is ${after} now; it was ${before === "removed" ? "removed" : before}.`,
          ...(also.length > 0
            ? [`The same holds for what goes on from it: ${also.map(nameOf).join(", ")}.`]
            : []),
          ...more,
          ...notices,
        ].join("\n")
      : `${nameOf(who)} is ${after} already. Nothing was changed.`,
  };
}
