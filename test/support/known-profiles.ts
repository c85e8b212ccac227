import { type ModelProfiles, SHIPPED_PROFILE } from "../../src/recall/rules/model-profile.ts";

/** Takes every model of a test for one whose cosines are like those of the shipped one. */
export const knownProfiles: ModelProfiles = {
  of: async () => SHIPPED_PROFILE,
  describe: async () => ({ origin: "shipped" }),
  save: async () => "profile.json",
};
