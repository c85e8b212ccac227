import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { inviteMember } from "../../app/team/invite-member.ts";
import { defineCommand } from "../command.ts";
import { line } from "../team-text.ts";

const { shape } = inviteMember.input;

export const teamInvite = defineCommand({
  name: "team invite",
  summary: "Make an invitation that lets one machine into the team. It is shown only once.",
  positionals: [],
  input: z.strictObject({
    role: shape.role.describe("What it may do: viewer reads, agent writes, admin also erases and accepts."),
    days: shape.days.describe("How long it can be used."),
  }),
  async run(input, { deps, call, terminal }) {
    const made = await perform(inviteMember, input, await deps(), await call());
    const { project, role, expires, fingerprint, url, token } = made;
    return {
      json: { project, role, expires_at: expires.toISOString(), fingerprint, url, invitation: token },
      text: [
        terminal.style("bold", token),
        "",
        line(
          "for",
          `one machine, as ${role}, until ${expires.toISOString().slice(0, 16).replace("T", " ")} UTC`,
        ),
        line("fingerprint", `${fingerprint} (tell it in another way than the invitation)`),
        line("server", `${url} (its user and password are not in the invitation)`),
        line("to use it", `in a clone of ${project}: membria team join --invite -`),
      ].join("\n"),
    };
  },
});
