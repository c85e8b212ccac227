import * as z from "zod";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import type { ChangeKey } from "../rules/member-change.ts";
import { type Members, roleNow } from "../rules/members.ts";
import { QUARANTINED, type SetAsideReason, type TeamProgress } from "../rules/membership.ts";
import { fingerprintOf } from "../rules/names.ts";
import { readTeams, teamOf } from "../sql/team-progress.ts";
import { setAsideChanges } from "../sql/team-store.ts";
import type { TeamDeps } from "./deps.ts";
import { membersHere, requireSecret } from "./team-identity.ts";
import type { Contact } from "./team-sync.ts";

/** Enough to see what they are. */
const MOST_EXAMPLES = 5;

export interface TeamStatus extends TeamProgress {
  readonly fingerprint: string;
  /** Of this machine; undefined if the team did not let it in. */
  readonly role?: Role | "removed" | undefined;
  readonly hasTeamKey: boolean;
  /** What is wrong with the keys of this machine. */
  readonly keysProblem?: string | undefined;
  /** The machines that are in the team. */
  readonly members: number;
  /** Some of the changes for which somebody should look, with the machine that they are from. */
  readonly quarantined: readonly (ChangeKey & {
    readonly machine?: string | undefined;
    readonly action: string;
    readonly reason: SetAsideReason;
  })[];
}

export const getTeamStatus = defineOperation({
  name: "get-team-status",
  summary: "Say what is shared with whom, and how far this machine is, without asking the server.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps: TeamDeps, { scope }: Call): Promise<readonly TeamStatus[]> {
    const found =
      scope === ALL_PROJECTS
        ? await readTeams(deps.memory)
        : [await teamOf(deps.memory, scope)].filter((team) => !!team);
    return Promise.all(found.map((team) => statusOf(team, deps)));
  },
});

async function statusOf(team: TeamProgress, deps: TeamDeps): Promise<TeamStatus> {
  const members = await membersHere(deps, team);
  const { byOrigin } = members;
  const own = byOrigin.get(team.origin);
  return {
    ...team,
    fingerprint: fingerprintOf(team.teamKey),
    role: own && roleNow(own),
    ...(await keysOf(team, deps)),
    members: [...byOrigin.values()].filter((member) => roleNow(member) !== "removed").length,
    quarantined: await quarantined(team, members, deps),
  };
}

async function keysOf(
  team: TeamProgress,
  deps: TeamDeps,
): Promise<Pick<TeamStatus, "hasTeamKey" | "keysProblem">> {
  try {
    return { hasTeamKey: (await requireSecret(deps, team)).teamKey !== undefined };
  } catch (error) {
    return { hasTeamKey: false, keysProblem: Fault.from(error).sentence };
  }
}

async function quarantined(
  { project, setAside }: TeamProgress,
  { byOrigin }: Members,
  { memory }: TeamDeps,
): Promise<TeamStatus["quarantined"]> {
  const count = QUARANTINED.reduce((sum, reason) => sum + (setAside[reason] ?? 0), 0);
  if (count === 0) return [];
  const found = await setAsideChanges(memory, project, MOST_EXAMPLES);
  return found
    .filter(({ reason }) => QUARANTINED.includes(reason))
    .map((change) => ({ ...change, machine: byOrigin.get(change.origin)?.machine }));
}

/** An answer that is older says nothing about now. It is noted half as long after the one before. */
const FRESH_MS = 60_000;
const NOTED_EVERY_MS = FRESH_MS / 2;

/** When the log of a team answered, and since when it does not. */
interface KnownContact {
  /** Whether the store should be told. */
  answered(now: Date): boolean;
  failed(now: Date, why: string): boolean;
  describe(now: Date, retryAfterMs: number): Contact;
  /** Whether a call may wait for it, because it answered a moment ago. */
  isFresh(now: Date): boolean;
}

/** Begins with what the store knows from earlier programs, and from others of this machine. */
export function knownContact({ contactAt, problem, problemSince }: TeamProgress): KnownContact {
  let at = contactAt;
  let away =
    problem === undefined || problemSince === undefined ? undefined : { since: problemSince, why: problem };
  let noted = at;
  return {
    answered(now) {
      at = now;
      const isNews = away !== undefined || !noted || now.getTime() - noted.getTime() >= NOTED_EVERY_MS;
      if (isNews) noted = now;
      away = undefined;
      return isNews;
    },
    failed(now, why) {
      const isNews = away === undefined || away.why !== why;
      away = { since: away?.since ?? now, why };
      return isNews;
    },
    describe(now, retryAfterMs) {
      if (away)
        return { state: "away", ...away, at, retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) };
      return at && isWithin(at, now) ? { state: "in_touch", at } : { state: "unknown", at };
    },
    isFresh: (now) => away === undefined && at !== undefined && isWithin(at, now),
  };
}

const isWithin = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < FRESH_MS;

/** How long something took or is past, in one unit: `40 s`, `12 min`, `5 h`, `3 days`. */
export function spanText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

/** A time of the last day without its date. */
export function momentText(at: Date, now: Date): string {
  const text = at.toISOString();
  const time = `${text.slice(11, 16)} UTC`;
  return now.getTime() - at.getTime() < DAY_MS ? time : `${text.slice(0, 10)} ${time}`;
}
