import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ReceivedEvent, reportedIn } from "../../clients/answer-hook.ts";
import { HOOKS_KEPT_DAYS, type HookEvent, serversFolder } from "../../hooks/index.ts";
import { DAY_MS } from "../../shared/time.ts";

const SAID = "said-";

/** The events at which a client passes a text on to the model. */
const HEARD: readonly HookEvent[] = ["session-start", "prompt"];

/** Says something once in a session. It is remembered beside the memory, because the memory itself does not answer. */
export async function sayOnce(home: string, received: ReceivedEvent, text: () => string): Promise<string> {
  const event = reportedIn(received);
  if (!event || !HEARD.includes(event.event)) return "";
  const name = createHash("sha256").update(`${event.client} ${event.session}`).digest("hex").slice(0, 16);
  const file = join(serversFolder(home), `${SAID}${name}`);
  try {
    mkdirSync(serversFolder(home), { recursive: true, mode: 0o700 });
    // Fails if it is there: of two hooks of a session at the same time one says it.
    writeFileSync(file, "", { mode: 0o600, flag: "wx" });
    return text();
  } catch {
    return "";
  }
}

/** Removes what is remembered of sessions that are over. */
export function forgetSaid(home: string, now: Date): void {
  const folder = serversFolder(home);
  const before = now.getTime() - HOOKS_KEPT_DAYS * DAY_MS;
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (name.startsWith(SAID) && statSync(file).mtimeMs < before) rmSync(file, { force: true });
    }
  } catch {
    // There is no folder yet, or another server removes them at the same time.
  }
}
