import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call } from "../shared/operation.ts";
import { capturedInOf } from "./captured-in.ts";
import type { HookDeps } from "./deps.ts";
import type { SessionEvent } from "./handle-event.ts";

/** A tool names older decisions, too; the one that it made is at most this old. */
const JUST_MADE_MS = 120_000;

/** Notes the files that a tool changed, and joins a decision that was captured with the session it comes from. */
export async function noteTool(event: SessionEvent, deps: HookDeps, call: Call): Promise<void> {
  const { store, clock, secrets } = deps;
  const { project } = event;
  const files = startScreening(secrets).list("files", await pathsOf(event, deps));
  const captured = await newAmong(event, deps);
  if (files.length === 0 && captured === undefined) return;
  const session = await store.noteSession(event, { files, captured }, clock.now());
  if (captured === undefined) return;
  const capturedIn = await capturedInOf(session, undefined, deps);
  await store.updateDecision(project, captured, { capturedIn }, actOf(deps, call));
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
  { store, clock }: HookDeps,
): Promise<string | undefined> {
  if (captured.length === 0) return undefined;
  const since = clock.now().getTime() - JUST_MADE_MS;
  const decisions = await store.decisionsById(project, captured);
  return decisions
    .filter(({ createdAt }) => createdAt.getTime() >= since)
    .filter(({ capturedIn }) => capturedIn === undefined || capturedIn.session === session)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))[0]?.id;
}
