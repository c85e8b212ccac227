import { type ModelProfiles, SCRIPTS, SHIPPED_MODEL, SHIPPED_PROFILE } from "../rules/model-profile.ts";

/** Loaded when first needed: with the shipped model there are no files. */
const loadFiles = () => import("./profile-file.ts");

/**
 * Keeps one file per model in a folder, readable only by the user. It is read for every search, because another process
 * may fit the model again.
 */
export function fileModelProfiles(folder: string, show: (path: string) => string): ModelProfiles {
  return {
    async of(model) {
      if (model === SHIPPED_MODEL) return SHIPPED_PROFILE;
      const found = await (await loadFiles()).readProfile(model, folder, show, SCRIPTS);
      return found.origin === "fitted" ? found.profile : undefined;
    },
    async describe(model) {
      if (model === SHIPPED_MODEL) return { origin: "shipped" };
      return (await loadFiles()).readProfile(model, folder, show, SCRIPTS);
    },
    async save(model, fitted) {
      return show(await (await loadFiles()).writeProfile(model, fitted, folder));
    },
  };
}
