import { bindName, chooseProject, parseProjectName } from "../../access/index.ts";
import { answerWith, type ReceivedEvent, reportedIn } from "../../clients/answer-hook.ts";
import { handleEvent, recordTold } from "../../hooks/index.ts";
import { openForHooks } from "../../memory/index.ts";
import { projectCandidates } from "../../portability/index.ts";
import { gitWorktree } from "../../repository/index.ts";
import type { Actor } from "../../shared/actor.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Log } from "../../shared/ports.ts";
import { startScreening } from "../../shared/screening.ts";
import { secretScanner } from "../../shared/secrets/secret-scanner.ts";
import { systemClock, timeSortedIds } from "../../shared/system/system.ts";
import { fileKind } from "../../store/file/database-file.ts";
import { patientGit } from "../git/users-git.ts";
import type { Answer } from "./hook.ts";
import { HOOK_WAIT_MS, type HookSettings, offEvents } from "./hook-settings.ts";

/** The part of its time that a hook waits for a writer. */
const FOR_WRITER = 0.27;
const NOTHING: Answer = { printed: "" };
const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

/** Answers without a server: by words only, and nothing where there is no memory of this format. */
export async function answerByFile(received: ReceivedEvent, settings: HookSettings): Promise<Answer> {
  const event = reportedIn(received);
  if (!event) return NOTHING;
  // Opening a file can already change it, so the database of another program is not opened.
  const kind = fileKind(settings.memory);
  if (kind === "damaged") throw new Error("The memory is damaged.");
  if (kind !== "ours") return NOTHING;
  const memory = await openForHooks(settings.memory, settings.waitMs * FOR_WRITER);
  if (!memory) return NOTHING;
  try {
    const { userHome } = settings;
    // As patient as whoever waits for the hook, which ends when that is over.
    const git = patientGit(Math.max(1, settings.waitMs / HOOK_WAIT_MS));
    const found = await chooseProject(
      await projectCandidates({ cwd: event.folder ?? process.cwd(), home: userHome, git }),
      memory,
    );
    const project =
      settings.project === undefined ? found.project : parseProjectName(settings.project, "MEMBRIA_PROJECT");
    const secrets = secretScanner();
    const say = await handleEvent(
      event,
      {
        memory,
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
          ? bindName(memory, found.named, { by, at: systemClock.now() })
          : Promise.resolve(),
      ),
    );
    const { printed, told } = answerWith(received, say);
    if (told.length === 0) {
      await memory.close();
      return { printed };
    }
    return {
      printed,
      onPrinted: async () => {
        await recordTold(memory, told);
        await memory.close();
      },
    };
  } catch (error) {
    await memory.close();
    throw error;
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
