import {
  addCandidates,
  type DecisionCandidate,
  findChoices,
  isMachinePrompt,
  saveCheckpointDraft,
} from "../../candidates/index.ts";
import {
  type CapturedIn,
  decisionsById,
  findDecision,
  screenCapturedIn,
  writeDecisionChange,
} from "../../decisions/index.ts";
import { detectContext } from "../../sessions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, performParsed, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { beginningOf, type Screened } from "../../shared/text.ts";
import type { HookSession, ReportedEvent, ToSay } from "../rules/hook-session.ts";
import { hookSession, noteSession, touchedFiles } from "../sql/hook-store.ts";
import { remindBeforeEdit } from "./before-edit.ts";
import type { HookDeps } from "./deps.ts";
import { remindOf } from "./remind-of.ts";
import { resumeSession } from "./resume-session.ts";
import { MOST_SCREENED, type SessionEvent, screenedPart } from "./session-event.ts";

const SWITCH = /^\s*membria[ :]+(on|off)[\s.!]*$/i;

/**
 * What the session is told about an event; undefined for nothing. This is the one operation behind all hooks of all
 * clients: what a client calls an event and how it wants to be answered is in `src/clients`.
 */
export async function handleEvent(
  reported: ReportedEvent,
  deps: HookDeps,
  call: Call,
): Promise<ToSay | undefined> {
  const project = projectOf(call);
  const known = await hookSession(deps.memory, reported);
  const event = { ...reported, project, known };
  const wanted = SWITCH.exec(reported.prompt ?? "")?.[1]?.toLowerCase();
  if (reported.event === "prompt" && wanted !== undefined)
    return switchSession(event, wanted === "off", deps);
  if (known?.isOff || deps.off.has(reported.event)) return undefined;
  switch (reported.event) {
    case "session-start":
      return resumeSession(event, deps);
    case "prompt":
      if (deps.detectsContext && reported.prompt !== undefined && !isMachinePrompt(reported.prompt))
        await performParsed(detectContext, { prompt: reported.prompt }, deps, call);
      return remindOf(event, deps);
    case "pre-edit":
      return event.isUnheard ? undefined : remindBeforeEdit(event, deps);
    case "post-tool":
      await noteTool(event, deps, call);
      return undefined;
    case "stop":
      await endTurn(event, deps, call);
      return undefined;
    case "pre-compact":
    case "session-end":
      await keepSummary(event, deps);
      return undefined;
  }
}

async function switchSession(
  event: SessionEvent,
  isOff: boolean,
  { memory, clock }: HookDeps,
): Promise<ToSay> {
  await noteSession(memory, event, { isOff }, clock.now());
  // Whoever can start a hook can send this event, so it does not say who did.
  const text = `The reminders of Membria are ${isOff ? "off" : "on"} for this session from now on.`;
  return { text, told: [] };
}

/** A tool names older decisions, too; the one that it made is at most this old. */
const JUST_MADE_MS = 120_000;

/** Notes the files that a tool changed, and joins a decision that was captured with the session it comes from. */
async function noteTool(event: SessionEvent, deps: HookDeps, call: Call): Promise<void> {
  const { memory, clock, secrets } = deps;
  const { project } = event;
  const files = startScreening(secrets).list("files", await pathsOf(event, deps));
  const captured = await newAmong(event, deps);
  if (files.length === 0 && captured === undefined) return;
  const session = await noteSession(memory, event, { files, captured }, clock.now());
  if (captured === undefined) return;
  const capturedIn = await capturedInOf(session, undefined, deps);
  await writeDecisionChange(memory, project, captured, { capturedIn }, actOf(deps, call));
}

async function pathsOf({ folder, files = [] }: SessionEvent, { worktree }: HookDeps): Promise<string[]> {
  const paths: string[] = [];
  for (const file of files) {
    const path = folder === undefined ? undefined : await worktree.pathIn(folder, file);
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

/** The newest, unless it was captured in another session. */
async function newAmong(
  { captured = [], project, session }: SessionEvent,
  { memory, clock }: HookDeps,
): Promise<string | undefined> {
  if (captured.length === 0) return undefined;
  const since = clock.now().getTime() - JUST_MADE_MS;
  const decisions = await decisionsById(memory, project, captured);
  return decisions
    .filter(({ createdAt }) => createdAt.getTime() >= since)
    .filter(({ capturedIn }) => capturedIn === undefined || capturedIn.session === session)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))[0]?.id;
}

/** More say nothing about one decision. */
const MOST_CITED_FILES = 20;

/** Where a decision comes from, as far as the hooks of its session know. */
async function capturedInOf(
  session: HookSession,
  reply: string | undefined,
  { memory, secrets, worktree }: HookDeps,
): Promise<CapturedIn> {
  const { client, session: id, folder, prompt } = session;
  const checkedOut = folder === undefined ? undefined : await worktree.checkedOut(folder);
  const said = [
    ...(prompt === undefined ? [] : [`Person: ${prompt}`]),
    ...(reply === undefined ? [] : [`Agent: ${reply}`]),
  ];
  const given = {
    client,
    session: id,
    ...checkedOut,
    files: await touchedFiles(memory, session, MOST_CITED_FILES),
    exchange: said.length === 0 ? undefined : said.join("\n"),
  };
  return screenCapturedIn(given, startScreening(secrets));
}

/** Of one turn. More would be a list of everything that was said. */
const MOST_CANDIDATES = 3;

const MOST_DRAFT_FILES = 10;

const MOST_OF_SUMMARY = 4_000;

/** A shorter reply says nothing about where the work stands. */
const LEAST_OF_SUMMARY = 200;

/**
 * The agent has answered. What looks like a decision in the words of the person or of the agent waits for a person; what
 * was captured as a decision in this turn is joined with the whole exchange.
 */
async function endTurn(event: SessionEvent, deps: HookDeps, call: Call): Promise<void> {
  const { memory, clock } = deps;
  const { continued, project } = event;
  // The agent only goes on because another hook asked it to: its turn was over before.
  if (continued) return;
  const reply =
    event.reply === undefined ? undefined : screenedPart("reply", event.reply, MOST_SCREENED, deps);
  const session = await noteSession(memory, event, {}, clock.now());
  for (const id of session.captured) {
    if (!(await findDecision(memory, project, id))) continue;
    const capturedIn = await capturedInOf(session, reply, deps);
    await writeDecisionChange(memory, project, id, { capturedIn }, actOf(deps, call));
  }
  // What was captured needs no candidate.
  if (session.captured.length === 0)
    await addCandidates(memory, await candidatesIn(event, { prompt: session.prompt, reply }, deps));
  if (reply !== undefined && reply.length >= LEAST_OF_SUMMARY)
    await saveDraft(event, beginningOf(reply, MOST_OF_SUMMARY), deps);
}

/** The conversation is shortened or ends: its summary says where the work stands. */
async function keepSummary(event: SessionEvent, deps: HookDeps): Promise<void> {
  const { memory, clock } = deps;
  if (event.known === undefined && event.summary === undefined) return;
  await noteSession(memory, event, { compacted: event.compacted }, clock.now());
  if (event.summary !== undefined)
    await saveDraft(event, screenedPart("summary", event.summary, MOST_OF_SUMMARY, deps), deps);
}

async function candidatesIn(
  { client, session, project }: SessionEvent,
  said: { readonly prompt?: Screened | undefined; readonly reply?: Screened | undefined },
  { memory, clock, ids, secrets }: HookDeps,
): Promise<DecisionCandidate[]> {
  const screen = startScreening(secrets);
  const found = findChoices(said).slice(0, MOST_CANDIDATES);
  const files = found.length === 0 ? [] : await touchedFiles(memory, { client, session }, MOST_DRAFT_FILES);
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
  summary: Screened,
  { memory, clock, ids }: HookDeps,
): Promise<void> {
  await saveCheckpointDraft(memory, {
    kind: "checkpoint",
    id: ids.next(ID_PREFIX.candidate),
    project,
    client,
    session,
    at: clock.now(),
    summary,
    files: await touchedFiles(memory, { client, session }, MOST_DRAFT_FILES),
  });
}
