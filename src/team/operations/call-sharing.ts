import type { Notice } from "../../shared/errors.ts";
import type { CallSharing, LostTo } from "../../shared/operations/sharing.ts";
import type { Clock } from "../../shared/ports.ts";
import { momentText, spanText } from "./get-team-status.ts";
import type { Contact, Sharing, TeamSync } from "./team-sync.ts";

/** What one call has to do with the team of its project, in words for the reply. */
export function callSharing(team: TeamSync, clock: Clock, scope: string): CallSharing {
  const said = new Map<string, Notice>();
  const say = (notices: readonly Notice[]): void => {
    for (const notice of notices) said.set(typeof notice === "string" ? notice : notice.text, notice);
  };
  return {
    async written(write) {
      const sharing = await team.afterWrite(write);
      say(sharingNotices(sharing, clock.now()));
      return sharing.as === "shared" ? sharing.lost : [];
    },
    async answered(project) {
      const contact = await team.contact(project);
      say(contact ? ageNotices(contact, clock.now()) : []);
    },
    takeNotices() {
      say(team.takeNews(scope).map(lostNotice));
      const notices = [...said.values()];
      said.clear();
      return notices;
    },
  };
}

function sharingNotices(sharing: Sharing, now: Date): readonly Notice[] {
  switch (sharing.as) {
    case "local":
      return [];
    case "shared":
      return sharing.lost.length > 0 ? sharing.lost.map(lostNotice) : ["Shared with the team."];
    case "waiting":
      return sharing.by === "this"
        ? ["Stored locally, will be shared with the team."]
        : [
            {
              text: "Stored locally, will be shared with the team when an agent next uses this memory.",
              remedies: [{ remedy: "sync-team" }],
            },
          ];
    case "kept":
      return ["Stored locally only: the role of this machine in the team lets it read, and not share."];
    case "away":
      return [`Stored locally; ${awayText(sharing, now)}. It will be shared when it is back.`];
  }
}

function lostNotice({ subject, winner, draft, proposal }: LostTo): Notice {
  if (draft === undefined) return `Another machine was first with ${subject}: ${winner} counts.`;
  return {
    text: `Lost to ${winner}, which another machine put in the place of ${subject} first. ${draft} is kept as a draft${
      proposal === undefined ? "." : `, and the proposal ${proposal} waits for a person.`
    }`,
    ...(proposal !== undefined && { remedies: [{ remedy: "accept-proposal", id: proposal } as const] }),
  };
}

/** How old an answer from the copy on this machine is. Nothing while the team is in touch. */
function ageNotices(contact: Contact, now: Date): readonly Notice[] {
  if (contact.state !== "away") return [];
  return [`From the copy on this machine, ${ageText(contact, now)}: ${awayText(contact, now)}.`];
}

const ageText = ({ at }: Pick<Contact, "at">, now: Date): string =>
  at
    ? `as of the team's state of ${spanText(now.getTime() - at.getTime())} ago`
    : "without anything of the team so far";

const awayText = (away: { readonly since: Date; readonly why: string }, now: Date): string =>
  `the team's graph has been away since ${momentText(away.since, now)} (${away.why.replace(/\.$/, "")})`;
