import type { WatchStore } from "../../domain/anomalies/watch-store.ts";
import type { AuditEntry } from "../../domain/log/audit.ts";
import type { ChangeFeed } from "../../domain/log/change-feed.ts";
import type { Log } from "../../domain/shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import { type Area, type Behind, touchedBy } from "../../resources/touched.ts";

export interface Watched {
  readonly uri: string;
  readonly scope: Scope;
  /** What its contents are made of. */
  readonly areas: readonly Area[];
}

/** What somebody wants to hear of. The change feed is followed only while there is something. */
export interface Watch {
  /** Follows from this moment on, so that nothing is missed while `watched` is still found out. */
  add(key: string, watched: Promise<Watched>): void;
  remove(key: string): void;
  stop(): void;
}

export function openWatch(
  store: Pick<ChangeFeed, "follow"> & Pick<WatchStore, "decisionBehind">,
  log: Log,
  notify: (uri: string) => void,
): Watch {
  const keys = new Map<string, Promise<Watched | undefined>>();
  let unfollow: (() => void) | undefined;

  async function tell(entries: readonly AuditEntry[]): Promise<void> {
    const watched = await Promise.all([...keys].map(async ([key, one]) => ({ key, ...(await one) })));
    const touched = new Map<string, string>();
    for (const entry of entries) {
      const near = watched.filter(({ scope }) => scope === ALL_PROJECTS || scope === entry.project);
      if (near.length === 0) continue;
      const areas = touchedBy(entry, await behind(entry));
      for (const { key, uri, areas: own } of near) {
        if (uri !== undefined && own?.some((area) => areas.includes(area))) touched.set(key, uri);
      }
    }
    // Some may have gone while the records were looked up.
    const uris = [...touched].filter(([key]) => keys.has(key)).map(([, uri]) => uri);
    for (const uri of new Set(uris)) notify(uri);
  }

  const behind = async ({ kind, subject, project }: AuditEntry): Promise<Behind> =>
    kind === "outcome" || kind === "signal" || kind === "link"
      ? store.decisionBehind(project, subject)
      : undefined;

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
      unfollow ??= store.follow((entries) => {
        tell(entries).catch((error: unknown) =>
          log.warn("Subscribers could not be told of a change.", { error }),
        );
      });
    },
    remove(key) {
      if (keys.delete(key) && keys.size === 0) stop();
    },
    stop,
  };
}
