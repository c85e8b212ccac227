const { getBuiltinModule, versions } = process;

/** The databases of this Node, or else the packaged ones. */
export const { DatabaseSync } = getBuiltinModule?.("node:sqlite") ?? (await import("@photostructure/sqlite"));

/** Has the program use these databases, as those of a Node with a safe SQLite. */
export function offer(Database) {
  process.getBuiltinModule = (name) =>
    name === "node:sqlite" ? { DatabaseSync: Database } : getBuiltinModule?.(name);
  Object.defineProperty(process, "versions", { value: { ...versions, sqlite: "99.0.0" } });
}
