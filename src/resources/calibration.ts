import * as z from "zod";
import { DomainQuery } from "../domain/shared/domain-slug.ts";
import { calibrationProfile } from "./calibration-profile.ts";
import { domainNames } from "./completion.ts";
import { contents } from "./contents.ts";
import { defineResource } from "./resource.ts";

export const calibrationResource = defineResource({
  name: "calibration",
  title: "The calibration of a domain",
  description:
    "How often decisions of a domain work out, how confidence compares, and how many outcomes are due. With fewer than three outcomes the status is no_data.",
  path: "calibrations/{domain}",
  input: z.strictObject({ domain: DomainQuery.describe("database, auth, api …; all for all together") }),
  hints: { domain: { suggestion: "Use a short lowercase name such as database." } },
  completers: { domain: domainNames },
  read: async ({ domain }, deps, call) =>
    contents(await calibrationProfile(domain, deps, call), call, { quotesMemory: false }),
  dependsOn: ({ domain }) => [`domain/${domain}`, "standings"],
});
