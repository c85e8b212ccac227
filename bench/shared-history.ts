import { appendFileSync, createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { addDecision, writeDecisionChange } from "../src/decisions/sql/decisions.ts";
import { addOutcome, addSignal } from "../src/decisions/sql/outcomes.ts";
import { memoryOver } from "../src/memory/open-memory.ts";
import type { Act } from "../src/shared/actor.ts";
import { ID_PREFIX } from "../src/shared/ids.ts";
import { connect } from "../src/store/file/connection.ts";
import type { Memory } from "../src/store/file/memory.ts";
import { ed25519Signatures } from "../src/team/files/signatures.ts";
import type { SharedChange } from "../src/team/rules/member-change.ts";
import { sayFounded } from "../src/team/rules/member-sayings.ts";
import { positionOf } from "../src/team/rules/membership.ts";
import { originIdOf, teamIdOf } from "../src/team/rules/names.ts";
import type { LogEntry } from "../src/team/rules/team-log.ts";
import { confirmShared, readOutgoing, storeJoining } from "../src/team/sql/team-store.ts";
import { actor, DAY, decision, screened } from "../test/support/decisions.ts";
import { outcome, signal } from "../test/support/outcomes.ts";
import { silentLog } from "../test/support/silent-log.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { PROJECT } from "./memory.ts";

export const signatures = ed25519Signatures();
export const teamKey = signatures.newKey();
export const team = teamIdOf(teamKey.publicKey);

const MINUTE_MS = 60_000;

/** Of each hundred changes: a half are captures, some of which replace an earlier decision. */
const EVERY_HUNDRED = { capture: 45, supersede: 5, outcome: 20, update: 15, signal: 10 } as const;

/** What a team said over the years, written down in the order of the log, one slice on each line. */
export async function writeHistory(path: string, to: string, changes: number, slice: number): Promise<void> {
  const connection = await connect(path);
  const memory = await memoryOver(connection, path, silentLog);
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  const key = signatures.newKey();
  const origin = originIdOf(key.publicKey);
  await storeJoining(memory, membershipOf(origin), { by: actor(), at: DAY }, (seq) =>
    sayFounded(
      { key, seq, at: DAY, author: { kind: "human" }, client: "bench", salt: "00ff" },
      { machine: "bench", project: PROJECT },
      teamKey,
      signatures,
    ),
  );
  const say = speaker(memory);
  const sealing = { sign: (header: string) => signatures.sign(header, key.privateKey) };
  for (let said = 0, entry = 0; entry < changes; ) {
    while (said < entry + slice) said += await say();
    const sealed = await readOutgoing(memory, PROJECT, sealing, Math.min(slice, changes - entry));
    const entries = sealed.map((change: SharedChange): LogEntry => {
      entry += 1;
      return { ...change, entry, position: positionOf(1, entry) };
    });
    await confirmShared(
      memory,
      PROJECT,
      entries.map(({ position, origin: of, seq }) => ({ origin: of, seq, as: "new", position })),
    );
    appendFileSync(to, `${JSON.stringify(entries)}\n`);
    if (entry % 10_000 < slice) process.stderr.write(`  ${entry} of ${changes} changes were made\n`);
  }
  await memory.close();
}

export async function* historyIn(path: string): AsyncGenerator<readonly LogEntry[]> {
  for await (const line of createInterface({ input: createReadStream(path) }))
    yield JSON.parse(line) as LogEntry[];
}

export const membershipOf = (origin: string) => ({
  project: PROJECT,
  team,
  teamKey: teamKey.publicKey,
  url: "redis://127.0.0.1:6379",
  graph: "bench",
  origin,
  sharedAfter: 0,
  sharesSources: false,
  joinedAt: DAY,
});

/** Says one thing after the other, in a fixed mix; each call returns how many changes it made. */
function speaker(memory: Memory): () => Promise<number> {
  const next = madeUpDecisions(1);
  const ids: string[] = [];
  const order = Object.entries(EVERY_HUNDRED).flatMap(([what, count]) =>
    Array.from({ length: count }, (_, n) => ({ what: what as keyof typeof EVERY_HUNDRED, at: n / count })),
  );
  order.sort((a, b) => a.at - b.at);
  let turn = 0;
  const act = (): Act => ({ by: actor(), at: new Date(DAY.getTime() + turn * MINUTE_MS) });
  const id = (prefix: string): string => `${prefix}_0${turn.toString(36).padStart(16, "0")}`;
  // Neither only the newest ones, nor any more than once too often.
  const earlier = (): string | undefined => ids[Math.floor(ids.length * ((turn * 0.618_034) % 1))];
  const capture = async (replaces?: string | undefined): Promise<void> => {
    const { statement, reasoning, alternatives, assumptions, confidence } = next();
    const made = decision({
      ...{
        id: id(ID_PREFIX.decision),
        project: PROJECT,
        createdAt: act().at,
        topicStated: false,
        confidence,
      },
      ...{ statement, reasoning, alternatives: alternatives ?? [], assumptions: assumptions ?? [] },
    });
    const supersedes = replaces === undefined ? [] : [{ ref: replaces, linkId: id(ID_PREFIX.link) }];
    await addDecision(
      memory,
      { decision: made, supersedes, supersedesBecause: screened("It is better") },
      act(),
    );
    ids.push(made.id);
  };
  const replaced = new Set<string>();
  return async () => {
    turn += 1;
    const { what } = order[turn % order.length]!;
    const old = earlier();
    if (what === "capture" || old === undefined) await capture();
    else if (what === "supersede") {
      await capture(replaced.has(old) ? undefined : old);
      if (replaced.has(old)) return 1;
      replaced.add(old);
      return 2;
    } else if (what === "outcome") {
      const score = [0, 0.5, 1][turn % 3]!;
      const lessons = [`What was learned about ${next().statement}`];
      await addOutcome(memory, PROJECT, old, outcome(score, { id: id(ID_PREFIX.outcome), lessons }), act());
    } else if (what === "update")
      await writeDecisionChange(memory, PROJECT, old, { note: screened(next().statement) }, act());
    else await addSignal(memory, PROJECT, old, signal({ id: id(ID_PREFIX.signal) }), act());
    return 1;
  };
}
