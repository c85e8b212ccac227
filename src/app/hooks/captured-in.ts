import { type CapturedIn, screenCapturedIn } from "../../domain/decisions/captured-in.ts";
import type { HookSession } from "../../domain/hooks/hook-session.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import type { HookDeps } from "./deps.ts";

/** More say nothing about one decision. */
const MOST_FILES = 20;

/** Where a decision comes from, as far as the hooks of its session know. */
export async function capturedInOf(
  session: HookSession,
  reply: string | undefined,
  { store, secrets, worktree }: HookDeps,
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
    files: await store.touchedFiles(session, MOST_FILES),
    exchange: said.length === 0 ? undefined : said.join("\n"),
  };
  return screenCapturedIn(given, startScreening(secrets));
}
