import type { Store } from "./store.ts";

/**
 * A store over a file that can only be read. What a server writes by itself is left out, since nobody asked for it; what
 * somebody asks for fails in the connection.
 */
export function readOnlyStore(store: Store, problem: string): Store {
  return {
    ...store,
    recordObservations: async () => {},
    expireGuidance: async () => 0,
    notePlace: async () => {},
    followName: (place, now, given, act) => store.followName(place, now, { ...given, mayWrite: false }, act),
    claimUnembedded: async () => [],
    removeUnfinishedCopies: async () => [],
    async describe() {
      const described = await store.describe();
      const isSound = described.facts["integrity"] === "ok";
      return { ...described, problem: isSound ? problem : described.problem };
    },
  };
}
