import * as z from "zod";
import { getSkills } from "../../app/skills/get-skills.ts";
import { ALL_DOMAINS } from "../../domain/shared/domain-slug.ts";
import { noticeText } from "../wording.ts";
import { definePageCall } from "./page-call.ts";
import {
  type AntipatternResult,
  analysedResult,
  antipatternResult,
  type SkillResult,
  skillResult,
} from "./skill-parts.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

export interface ListSkillsResult {
  readonly skills: readonly SkillResult[];
  readonly antipatterns: readonly AntipatternResult[];
  /** How many were left out. */
  readonly more: number;
  /** Why there is none, in sentences. */
  readonly notices: readonly string[];
}

const { shape } = getSkills.input;
const MOST = 50;

export const listSkillsCall = definePageCall({
  name: "list-skills",
  effect: "read",
  input: z.strictObject({
    domain: shape.domain.default(ALL_DOMAINS),
    /** Only what applies to this statement. */
    about: shape.statement,
  }),
  fields: { statement: "about" },
  async run({ domain, about }, { perform }): Promise<ListSkillsResult> {
    const found = await perform(getSkills, { domain, statement: about, minConfidence: 0, limit: MOST });
    return {
      skills: [...found.skills.map(skillResult), ...found.analysed.map(analysedResult)],
      antipatterns: found.antipatterns.map(antipatternResult),
      more: found.more,
      notices: found.notices.map((notice) => noticeText(notice, PLAIN_PAGE_WORDING)),
    };
  },
});
