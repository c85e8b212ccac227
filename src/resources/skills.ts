import * as z from "zod";
import { getSkills } from "../learning/index.ts";
import { DomainQuery } from "../shared/names.ts";
import { getSkillsTool } from "../tools/membria/skills.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { domainNames } from "./completion.ts";
import { contentsOfTool, defineResource } from "./resource.ts";

export const skillsResource = defineResource({
  name: "skills",
  title: "The skills of a domain",
  description:
    "What similar decisions of a domain have taught, as membria_get_skills answers: skills that keep working or replaced a failure, and antipatterns that keep failing. What time alone or a replacement takes away is not notified.",
  path: "skills/{domain}",
  input: z.strictObject({
    domain: DomainQuery.describe("database, auth, api …; all for all together"),
    min_confidence: getSkills.input.shape.minConfidence.unwrap().optional(),
    limit: getSkills.input.shape.limit.unwrap().optional(),
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    domain: { suggestion: "Use a short lowercase name such as database, or all." },
    min_confidence: { suggestion: "Use a number from 0 to 1, such as 0.6." },
    limit: { suggestion: "Use a whole number from 1 to 50." },
  },
  completers: { domain: domainNames },
  quotesMemory: true,
  read: (args, deps, call) => contentsOfTool(getSkillsTool, args, deps, call),
  dependsOn: () => ["skills"],
});
