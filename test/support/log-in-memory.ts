import { headerDigest, keyText } from "../../src/team/rules/member-change.ts";
import { positionOf } from "../../src/team/rules/membership.ts";
import type {
  LogEntry,
  LogHead,
  SeenMachine,
  ServerFinding,
  TeamLog,
} from "../../src/team/rules/team-log.ts";

export interface LogInMemory extends TeamLog {
  /** From now on nothing is answered, until it is undefined again. */
  failWith(failure: Error | undefined): void;
  /** What the server is found to be like. */
  find(findings: readonly ServerFinding[]): void;
}

/**
 * A log for tests of what people see: which questions are asked and how answers are put. What a real server does is
 * tested with a real server.
 */
export function logInMemory(): LogInMemory {
  let head: LogHead | undefined;
  let failure: Error | undefined;
  let findings: readonly ServerFinding[] = [];
  const entries: LogEntry[] = [];
  const machines = new Map<string, SeenMachine>();
  const answering = <A extends unknown[], T>(answer: (...args: A) => T) => {
    return async (...args: A): Promise<T> => {
      if (failure) throw failure;
      return answer(...args);
    };
  };
  return {
    failWith: (error) => {
      failure = error;
    },
    find: (found) => {
      findings = found;
    },
    head: answering(() => head),
    begin: answering((life) => {
      head ??= { life, lifeId: `life-${life}`, entries: 0, projected: 0 };
      return head;
    }),
    after: answering(({ lifeId, entry }, limit) =>
      head?.lifeId === lifeId
        ? { state: "read", head, entries: entries.slice(entry, entry + limit) }
        : { state: "lost", head },
    ),
    append: answering((changes, { lifeId }) => {
      if (head?.lifeId !== lifeId) return { state: "lost", head };
      const { life } = head;
      const appended = changes.map((change) => {
        const { origin, seq } = change;
        const known = entries.find((entry) => keyText(entry) === keyText(change));
        if (known) {
          const same = headerDigest(known.header) === headerDigest(change.header);
          return {
            origin,
            seq,
            as: same ? ("known" as const) : ("different" as const),
            position: known.position,
          };
        }
        const entry = entries.length + 1;
        const position = change.position ?? positionOf(life, entry);
        entries.push({ ...change, entry, position });
        return { origin, seq, as: "new" as const, position };
      });
      head = { ...head, entries: entries.length };
      return { state: "appended", changes: appended };
    }),
    erase: answering(() => false),
    rewriteFiles: answering(() => true),
    report: answering((machine, seenAt) => void machines.set(machine.origin, { ...machine, seenAt })),
    machines: answering(() => [...machines.values()]),
    project: answering(({ to }) => {
      if (head) head = { ...head, projected: to };
      return true;
    }),
    ask: answering(() => ({ steps: [], replaced: [], asOf: 0 })),
    examine: answering(() => ({ version: "4.16.3", findings })),
    close: async () => {},
  };
}
