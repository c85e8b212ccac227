import type { Link, Proposal } from "../../decisions/index.ts";
import type { Author } from "../../shared/actor.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { ImportedRecord, ImportFate, ImportPreview } from "../rules/import-store.ts";
import { type Ends, endsOf, fateOf, hides, type LinkKind, linkFate, memoryIdOf } from "./import-fates.ts";
import { identityOf } from "./projects.ts";

/** Remembers what it said would be added, because a run finds that in the memory when it comes to later records. */
export function previewImport(memory: Connection, by: Author): ImportPreview {
  /** By project and id or alias. */
  const memories = new Map<string, string>();
  const links = new Map<string, LinkKind[]>();
  const superseders = new Map<string, string[]>();
  const proposals = new Set<string>();

  const addMemory = (
    sql: Sql,
    record: ImportedRecord,
    { id, project, aliases }: { id: string; project: string; aliases: readonly string[] },
  ): ImportFate => {
    const names = [id, ...aliases].map((name) => keyOf(project, name));
    const fate = names.some((name) => memories.has(name)) ? "known" : fateOf(sql, record, by);
    if (fate === "added") for (const name of names) memories.set(name, id);
    return fate;
  };

  const addLink = (sql: Sql, link: Link): ImportFate => {
    const idOf = (ref: string): string | undefined =>
      memoryIdOf(sql, link.project, ref) ?? memories.get(keyOf(link.project, ref));
    const ends = endsOf(link, idOf);
    if (ends === undefined) return "refused";
    const key = keyOf(ends.from, ends.to, link.relation);
    const same = links.get(key) ?? [];
    if (same.some((other) => hides(other, link))) return "known";
    const fate = linkFate(sql, link, ends, by);
    if (fate !== "added") return fate;
    if (link.relation === "supersedes") {
      if (closesCycle(sql, ends)) return "refused";
      superseders.set(ends.to, [...(superseders.get(ends.to) ?? []), ends.from]);
    }
    links.set(key, [...same, link]);
    return "added";
  };

  /** Searches upwards from the newer decision, through what is stored and what would be. */
  const closesCycle = (sql: Sql, { from, to }: Ends): boolean => {
    const above = new Set<string>([from]);
    for (const id of above) {
      const stored = sql.all<{ from_id: string }>(
        "SELECT from_id FROM links WHERE to_id = ? AND relation = 'supersedes'",
        id,
      );
      for (const row of stored) above.add(row.from_id);
      for (const one of superseders.get(id) ?? []) above.add(one);
    }
    return above.has(to);
  };

  const addProposal = (sql: Sql, record: ImportedRecord, { id, project, target, state }: Proposal) => {
    const open = keyOf("open", project, target);
    if (proposals.has(id)) return "known";
    if (state === "draft" && proposals.has(open)) return "refused";
    const fate = fateOf(sql, record, by);
    if (fate === "added") proposals.add(id);
    if (fate === "added" && state === "draft") proposals.add(open);
    return fate;
  };

  const add = (sql: Sql, record: ImportedRecord): ImportFate => {
    switch (record.kind) {
      case "decision":
        return addMemory(sql, record, record.decision);
      case "memory":
        return addMemory(sql, record, identityOf(record.memory));
      case "link":
        return addLink(sql, record.link);
      case "proposal":
        return addProposal(sql, record, record.proposal);
    }
  };

  return { add: (records) => memory.read((sql) => records.map((record) => add(sql, record))) };
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
