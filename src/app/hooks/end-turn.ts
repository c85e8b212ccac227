import type { DecisionCandidate } from "../../domain/hooks/candidate.ts";
import { findChoices } from "../../domain/hooks/find-choices.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call } from "../shared/operation.ts";
import { capturedInOf } from "./captured-in.ts";
import type { HookDeps } from "./deps.ts";
import type { SessionEvent } from "./handle-event.ts";
import { screenedPart } from "./screened-part.ts";

/** Of one turn. More would be a list of everything that was said. */
const MOST_CANDIDATES = 3;
const MOST_FILES = 10;
const MOST_OF_SUMMARY = 4_000;
/** A shorter reply says nothing about where the work stands. */
const LEAST_OF_SUMMARY = 200;

/**
 * The agent has answered. What looks like a decision in the words of the person or of the agent waits for a person; what
 * was captured as a decision in this turn is joined with the whole exchange.
 */
export async function endTurn(event: SessionEvent, deps: HookDeps, call: Call): Promise<void> {
  const { store, clock } = deps;
  const { reply, continued, project } = event;
  // The agent only goes on because another hook asked it to: its turn was over before.
  if (continued) return;
  const session = await store.noteSession(event, {}, clock.now());
  for (const id of session.captured) {
    if (!(await store.findDecision(project, id))) continue;
    const capturedIn = await capturedInOf(session, reply, deps);
    await store.updateDecision(project, id, { capturedIn }, actOf(deps, call));
  }
  // What was captured needs no candidate.
  if (session.captured.length === 0)
    await store.addCandidates(await candidatesIn(event, session.prompt, deps));
  if (reply !== undefined && reply.length >= LEAST_OF_SUMMARY) await saveDraft(event, reply, deps);
}

/** The conversation is shortened or ends: its summary says where the work stands. */
export async function keepSummary(event: SessionEvent, deps: HookDeps): Promise<void> {
  const { store, clock } = deps;
  if (event.known === undefined && event.summary === undefined) return;
  await store.noteSession(event, { compacted: event.compacted }, clock.now());
  if (event.summary !== undefined) await saveDraft(event, event.summary, deps);
}

async function candidatesIn(
  { client, session, project, reply = "" }: SessionEvent,
  prompt: string | undefined,
  { store, clock, ids, secrets }: HookDeps,
): Promise<DecisionCandidate[]> {
  const screen = startScreening(secrets);
  const found = findChoices({ prompt, reply }).slice(0, MOST_CANDIDATES);
  const files = found.length === 0 ? [] : await store.touchedFiles({ client, session }, MOST_FILES);
  return found.map(({ origin, quote, statement, alternatives, reasoning }) => ({
    kind: "decision",
    id: ids.next(ID_PREFIX.candidate),
    project,
    client,
    session,
    at: clock.now(),
    origin,
    quote: screen.text("quote", quote),
    statement: screen.text("statement", statement),
    alternatives: screen.list("alternatives", alternatives),
    reasoning: screen.optional("reasoning", reasoning),
    files,
  }));
}

async function saveDraft(
  { client, session, project }: SessionEvent,
  summary: string,
  { store, clock, ids, secrets }: HookDeps,
): Promise<void> {
  await store.saveCheckpointDraft({
    kind: "checkpoint",
    id: ids.next(ID_PREFIX.candidate),
    project,
    client,
    session,
    at: clock.now(),
    summary: screenedPart("summary", summary, MOST_OF_SUMMARY, { secrets }),
    files: await store.touchedFiles({ client, session }, MOST_FILES),
  });
}
