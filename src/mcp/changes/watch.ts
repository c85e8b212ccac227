import { decisionBehind } from "../../learning/index.ts";
import { type Area, areasTouchedBy, type DecisionOfEntry } from "../../resources/areas.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Log } from "../../shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { AuditEntry } from "../../store/log/audit.ts";
import { effectsOf } from "../../store/log/audit-actions.ts";

export interface Watched {
  readonly uri: string;
  readonly scope: Scope;
  /** The areas of the memory that its contents depend on. */
  readonly areas: readonly Area[];
}

/** The resources that a client wants to be notified about. The change feed is followed only while there are any. */
export interface Watch {
  /** Follows changes from this moment on, so that none is missed while `watched` is being resolved. */
  add(key: string, watched: Promise<Watched>): void;
  remove(key: string): void;
  stop(): void;
}

export function openWatch(memory: Memory, log: Log, notify: (uri: string) => void): Watch {
  const keys = new Map<string, Promise<Watched | undefined>>();
  let unfollow: (() => void) | undefined;

  async function notifyAbout(entries: readonly AuditEntry[]): Promise<void> {
    const watched = await Promise.all([...keys].map(async ([key, pending]) => ({ key, ...(await pending) })));
    const touched = new Map<string, string>();
    for (const entry of entries) {
      const { rebuilds } = effectsOf(entry.action);
      const inScope = watched.filter(
        ({ scope }) => rebuilds || scope === ALL_PROJECTS || scope === entry.project,
      );
      if (inScope.length === 0) continue;
      const areas = areasTouchedBy(entry, await behind(entry));
      for (const { key, uri, areas: watchedAreas } of inScope) {
        const concerned = rebuilds || watchedAreas?.some((area) => areas.includes(area));
        if (uri !== undefined && concerned) touched.set(key, uri);
      }
    }
    // A subscription may have ended while the records were looked up.
    const uris = [...touched].filter(([key]) => keys.has(key)).map(([, uri]) => uri);
    for (const uri of new Set(uris)) notify(uri);
  }

  /** A decision that was merged names the outcomes that may count otherwise since. */
  const behind = async ({ kind, subject, refs, project }: AuditEntry): Promise<DecisionOfEntry> => {
    const isBehind = kind === "outcome" || kind === "signal" || kind === "link";
    const record = isBehind ? subject : refs.find((ref) => ref.startsWith(`${ID_PREFIX.outcome}_`));
    return kind === "decision" || isBehind
      ? record === undefined
        ? undefined
        : decisionBehind(memory, project, record)
      : undefined;
  };

  function stop(): void {
    keys.clear();
    unfollow?.();
    unfollow = undefined;
  }

  return {
    add(key, watched) {
      keys.set(
        key,
        watched.catch(() => undefined),
      );
      unfollow ??= memory.follow((entries) => {
        notifyAbout(entries).catch((error: unknown) =>
          log.warn("Subscribers could not be notified of a change.", { error }),
        );
      });
    },
    remove(key) {
      if (keys.delete(key) && keys.size === 0) stop();
    },
    stop,
  };
}
