import * as z from "zod";
import { checkHealth, type Health } from "../../app/repair/check-health.ts";
import type { MeaningHealth } from "../../app/repair/examine-meaning.ts";
import type { TeamHealth } from "../../app/repair/examine-teams.ts";
import type { ProfileOrigin } from "../../domain/recall/model-profiles.ts";
import type { BackupOrigin } from "../../domain/repair/memory-backups.ts";
import { noticeText, wordedFault } from "../wording.ts";
import { type LogHealthResult, logHealthResult } from "./health-parts.ts";
import { definePageCall } from "./page-call.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

export interface BackupResult {
  readonly path: string;
  readonly at: string;
  readonly bytes: number;
  readonly origin: BackupOrigin;
  /** Null if it cannot be opened. */
  readonly decisions: number | null;
}

export type MeaningResult =
  | { readonly state: "off" }
  | { readonly state: "failed"; readonly message: string; readonly hint: string | null }
  | {
      readonly state: "works";
      readonly model: string;
      readonly runtime: string;
      readonly note: string | null;
      readonly profile: ProfileOrigin["origin"];
      readonly pending: number;
    };

export interface TeamHealthResult {
  readonly project: string;
  readonly quarantined: number;
  readonly server_version: string | null;
  /** What somebody has to do something about. */
  readonly problems: readonly string[];
  readonly advice: readonly string[];
}

export interface CheckHealthResult {
  readonly memory: {
    readonly location: string;
    readonly store: string;
    readonly facts: Readonly<Record<string, string | number>>;
    readonly problem: string | null;
  };
  readonly log: LogHealthResult;
  readonly copies: {
    readonly backups: readonly BackupResult[];
    readonly others: readonly string[];
    readonly unfinished: readonly string[];
  };
  readonly meaning: MeaningResult;
  readonly teams: readonly TeamHealthResult[];
}

export const checkHealthCall = definePageCall({
  name: "check-health",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<CheckHealthResult> {
    const { memory, log, copies, meaning, teams } = await perform(checkHealth, {});
    return {
      memory: {
        location: memory.location,
        store: `${memory.name} ${memory.version}`,
        facts: memory.facts,
        problem: memory.problem ?? null,
      },
      log: logHealthResult(log),
      copies: copiesResult(copies),
      meaning: meaningResult(meaning),
      teams: teams.map(teamResult),
    };
  },
});

const copiesResult = ({ backups, others, unfinished }: Health["copies"]): CheckHealthResult["copies"] => ({
  backups: backups.map(({ path, at, bytes, origin, decisions }) => ({
    path,
    at: at.toISOString(),
    bytes,
    origin,
    decisions: decisions ?? null,
  })),
  others,
  unfinished,
});

function meaningResult(meaning: MeaningHealth): MeaningResult {
  if (meaning.state === "off") return meaning;
  if (meaning.state === "failed") {
    const { message, hint } = wordedFault(meaning.failure, PLAIN_PAGE_WORDING);
    return { state: "failed", message, hint: hint ?? null };
  }
  const { model, runtime, note, profile, pending } = meaning;
  return { state: "works", model, runtime, note: note ?? null, profile: profile.origin, pending };
}

function teamResult({ status, quarantined, server }: TeamHealth): TeamHealthResult {
  const { project, keysProblem, role } = status;
  return {
    project,
    quarantined,
    server_version: server?.version ?? null,
    problems: [
      ...(keysProblem === undefined ? [] : [keysProblem]),
      ...(role === "removed" ? ["The team removed this machine: what it writes stays here."] : []),
      ...(server?.problems ?? []),
    ],
    advice: [
      ...(server?.away === undefined ? [] : [server.away]),
      ...(server?.advice ?? []).map((notice) => noticeText(notice, PLAIN_PAGE_WORDING).trim()),
    ],
  };
}
