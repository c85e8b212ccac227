import * as z from "zod";
import { type Call, perform } from "../../app/shared/operation.ts";
import type { LostTo } from "../../app/shared/sharing.ts";
import { syncTeam } from "../../app/team/sync-team.ts";
import { defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { exchangedText } from "../team-text.ts";

export const teamSync = defineCommand({
  name: "team sync",
  summary: "Exchange changes with the team now, and say what was decided otherwise.",
  positionals: [],
  input: z.strictObject({}),
  async run(input, { deps, call, terminal }) {
    const progress: Call["progress"] = (done, total, doing = "") =>
      terminal.progress(`${doing}: ${done}${total === undefined ? "" : ` of ${total}`}`);
    const opened = await deps();
    const synced = await perform(syncTeam, input, opened, { ...(await call()), progress });
    terminal.progress("");
    // Said below, so it is no news any more.
    opened.team.takeNews(synced.project);
    const { project, shared, received, setAside, healed, lost } = synced;
    return {
      json: {
        project,
        shared,
        received,
        set_aside: setAside,
        healed,
        lost: lost.map(({ subject, winner, draft, proposal }) => ({
          subject,
          winner,
          draft: draft ?? null,
          proposal: proposal ?? null,
        })),
      },
      text: [
        `${project}: ${exchangedText(synced)}.`,
        ...(healed ? ["The server had lost what the team said, and got it again."] : []),
        ...(setAside > 0
          ? [`${counted(setAside, "change")} not applied. \`membria team status\` says why.`]
          : []),
        ...lost.map(lostText),
      ].join("\n"),
    };
  },
});

const lostText = ({ subject, winner, draft, proposal }: LostTo): string =>
  [
    `Another machine was first with ${subject}: ${winner} counts.`,
    ...(draft === undefined ? [] : [`${draft} is kept as a draft.`]),
    ...(proposal === undefined ? [] : [`To look at it: membria proposals show ${proposal}`]),
  ].join(" ");
