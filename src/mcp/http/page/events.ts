import { decisionBehind } from "../../../learning/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { ALL_PROJECTS, type Scope } from "../../../shared/scope.ts";
import type { Memory } from "../../../store/file/memory.ts";
import type { AuditEntry } from "../../../store/log/audit.ts";
import { effectsOf } from "../../../store/log/audit-actions.ts";
import type { KeyBoundConnections } from "../key-bound-connections.ts";
import { problemResponse } from "../problem.ts";
import type { Visitor } from "./visitor.ts";

/** The message about a write: what kinds of records, and which. It asks for the rest. */
export interface PageChange {
  readonly areas: readonly string[];
  readonly ids: readonly string[];
}

/** More tabs than a person has open. */
const MOST_STREAMS = 50;
/** An import writes thousands; then the page asks for its lists again. */
const MOST_IDS = 200;

const STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
};

export interface EventStreams {
  /** `onGone` calls back when nobody reads it any more. */
  open(visitor: Visitor, scope: Scope, onGone: (listener: () => void) => void): Response;
}

/** Streams of changes, each for a visitor and a project, until the visitor leaves or their session ends. */
export function eventStreams(
  { memory, log }: Pick<Deps, "memory" | "log">,
  keyBound: KeyBoundConnections,
  pingMs: number,
): EventStreams {
  const counts = new Map<string, number>();

  return {
    open(visitor, scope, onGone) {
      const count = counts.get(visitor.id) ?? 0;
      if (count >= MOST_STREAMS) return tooMany();
      counts.set(visitor.id, count + 1);
      let end = (_reader: "reads" | "gone"): void => {};
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
          const stopFollowing = memory.follow((entries) => {
            changeIn(entries, visitor, scope, memory)
              .then((change) => !ended && change && send(eventText("change", change)))
              .catch((error: unknown) => log.warn("The page was not told of a change.", { error }));
          });
          const timer = setInterval(() => send(eventText("ping", {})), pingMs);
          timer.unref();
          const release = keyBound.add(visitor, () => end("reads"));
          let ended = false;
          end = (reader) => {
            if (ended) return;
            ended = true;
            stopFollowing();
            clearInterval(timer);
            release();
            counts.set(visitor.id, (counts.get(visitor.id) ?? 1) - 1);
            if (reader === "reads") controller.close();
          };
          // So that the browser knows at once that it is connected.
          send(eventText("ping", {}));
        },
        cancel: () => end("gone"),
      });
      onGone(() => end("gone"));
      return new Response(stream, { headers: STREAM_HEADERS });
    },
  };
}

const eventText = (event: string, data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

async function changeIn(
  entries: readonly AuditEntry[],
  visitor: Visitor,
  scope: Scope,
  memory: Memory,
): Promise<PageChange | undefined> {
  const seen = entries.filter((entry) => concerns(entry, visitor, scope));
  if (seen.length === 0) return undefined;
  const areas = new Set(
    seen.flatMap(({ kind, action }) => [kind, ...(effectsOf(action).areas as readonly string[])]),
  );
  const ids = new Set<string>();
  for (const entry of seen) {
    if (ids.size >= MOST_IDS) break;
    for (const id of [entry.subject, ...entry.refs, ...(await decisionsBehind(entry, memory))]) ids.add(id);
  }
  return { areas: [...areas], ids: [...ids].slice(0, MOST_IDS) };
}

/** Of what belongs to no project only those learn who may see all of them. */
function concerns({ project, action }: AuditEntry, visitor: Visitor, scope: Scope): boolean {
  if (effectsOf(action).rebuilds || project === scope) return true;
  return visitor.project === undefined && (scope === ALL_PROJECTS || project === ALL_PROJECTS);
}

/** An outcome is shown with its decision. */
async function decisionsBehind(
  { kind, subject, project }: AuditEntry,
  memory: Memory,
): Promise<readonly string[]> {
  if (kind !== "outcome" && kind !== "signal" && kind !== "link") return [];
  const behind = await decisionBehind(memory, project, subject);
  return [behind?.decisionId, behind?.pointsTo].filter((id) => id !== undefined);
}

const tooMany = (): Response =>
  problemResponse({
    status: 429,
    code: "RATE_LIMITED",
    message: `The page is open more than ${MOST_STREAMS} times. Close some of them.`,
    details: { reason: "too_many_streams" },
    headers: { "Retry-After": "30" },
  });
