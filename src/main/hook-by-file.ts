import { projectCandidates } from "../adapters/git/project.ts";
import { gitWorktree } from "../adapters/git/worktree.ts";
import { secretScanner } from "../adapters/secrets/secret-scanner.ts";
import { fileKind } from "../adapters/sqlite/database-file.ts";
import { openForHooks } from "../adapters/sqlite/open-for-hooks.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { timeSortedIds } from "../adapters/system/ids.ts";
import { chooseProject } from "../app/access/choose-project.ts";
import { handleEvent } from "../app/hooks/handle-event.ts";
import type { Call } from "../app/shared/operation.ts";
import { type ReceivedEvent, reportedIn, writtenFor } from "../clients/answer-hook.ts";
import { parseProjectName } from "../domain/access/project.ts";
import type { Actor } from "../domain/shared/actor.ts";
import type { Log } from "../domain/shared/ports.ts";
import { startScreening } from "../domain/shared/screening.ts";
import type { HookSettings } from "./hook-settings.ts";
import { offEvents } from "./hooks-off.ts";

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

/** Answers without a server: by words only, and nothing where there is no memory of this format. */
export async function answerByFile(received: ReceivedEvent, settings: HookSettings): Promise<string> {
  const event = reportedIn(received);
  if (!event) return "";
  // Opening a file can already change it, so the database of another program is not opened.
  const kind = fileKind(settings.memory);
  if (kind === "damaged") throw new Error("The memory is damaged.");
  if (kind !== "ours") return "";
  const store = await openForHooks(settings.memory);
  if (!store) return "";
  try {
    const { userHome } = settings;
    const found = await chooseProject(
      await projectCandidates({ cwd: event.folder ?? process.cwd(), home: userHome }),
      store,
    );
    const project =
      settings.project === undefined ? found.project : parseProjectName(settings.project, "MEMBRIA_PROJECT");
    const secrets = secretScanner();
    const text = await handleEvent(
      event,
      {
        store,
        clock: systemClock,
        ids: timeSortedIds(systemClock),
        secrets,
        log: silent,
        meaningOf: async () => undefined,
        worktree: gitWorktree(userHome),
        off: offEvents(settings.hooksOff, found.hooks),
        detectsContext: found.dynamicExposure ?? settings.dynamicExposure,
      },
      callFor(project, event.client, secrets, (by) =>
        found.named?.standing === "free" && found.project === project
          ? store.bindName(found.named, { by, at: systemClock.now() })
          : Promise.resolve(),
      ),
    );
    return writtenFor(received, text);
  } finally {
    await store.close();
  }
}

function callFor(
  project: string,
  client: string,
  secrets: ReturnType<typeof secretScanner>,
  beforeWrite: (actor: Actor) => Promise<void>,
): Call {
  const screen = startScreening(secrets);
  const actor: Actor = {
    role: "agent",
    author: { kind: "agent", name: screen.text("author", client) },
    client: screen.text("client", "membria-hook"),
  };
  return {
    actor,
    beforeWrite: () => beforeWrite(actor),
    scope: project,
    dueDays: 0,
    notices: [],
    consent: () => undefined,
    mayReportConsent: false,
    signal: new AbortController().signal,
    progress: () => {},
  };
}
