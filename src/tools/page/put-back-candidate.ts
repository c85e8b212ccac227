import * as z from "zod";
import type { Deps } from "../../app/deps.ts";
import { putBackCandidate } from "../../app/hooks/put-back-candidate.ts";
import type { Call } from "../../app/shared/operation.ts";
import { ProjectName } from "../../domain/access/project.ts";
import { CANDIDATE_ORIGINS, type Candidate } from "../../domain/hooks/candidate.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { CANDIDATE_ID } from "../../domain/shared/ids.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import type { ActResult } from "./act-result.ts";
import { moment } from "./moment.ts";
import { definePageCall } from "./page-call.ts";

const common = {
  id: z.string().regex(CANDIDATE_ID),
  project: ProjectName,
  at: moment,
  client: boundedText(1, LIMITS.name),
  session: boundedText(1, LIMITS.name),
  files: textList(),
};

const Citation = z.strictObject({
  commit: z.string().max(64).optional(),
  subject: boundedText(0, LIMITS.text).optional(),
  pr: boundedText(0, LIMITS.name).optional(),
  file: boundedText(0, LIMITS.text).optional(),
  line: z.number().int().optional(),
  isOutside: z.boolean().optional(),
  at: moment.optional(),
});

const Given = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("decision"),
    ...common,
    origin: z.enum(CANDIDATE_ORIGINS),
    quote: boundedText(0, LIMITS.text),
    statement: boundedText(1, LIMITS.statement),
    alternatives: textList(),
    reasoning: boundedText(0, LIMITS.text).optional(),
    citation: Citation.optional(),
  }),
  z.strictObject({ kind: z.literal("checkpoint"), ...common, summary: boundedText(1, LIMITS.text) }),
]);
type Given = z.output<typeof Given>;

/** Takes an answer back. The browser had the words for a while, so that they are screened like any others. */
export const putBackCandidateCall = definePageCall({
  name: "put-back-candidate",
  effect: "write",
  input: z.strictObject({ candidate: Given, became: putBackCandidate.input.shape.became }),
  async run({ candidate, became }, { perform, deps, call }): Promise<ActResult> {
    requireOwnProject(candidate.project, call);
    await perform(putBackCandidate, { candidate: screenedCandidate(candidate, deps), became });
    return { said: `${candidate.id} waits again.`, undo: null };
  },
});

/** The candidate names its project itself, which may not be one that the person cannot see. */
function requireOwnProject(project: string, { scope, confinedTo }: Call): void {
  const isOwn = scope === project || (scope === ALL_PROJECTS && (confinedTo ?? project) === project);
  if (isOwn) return;
  throw new Fault("invalid", "The candidate belongs to another project.", {
    field: "candidate.project",
    received: project,
    reason: "other_project",
    hint: "Nothing was changed. Choose its project first.",
  });
}

function screenedCandidate(given: Given, { secrets }: Pick<Deps, "secrets">): Candidate {
  const screen = startScreening(secrets);
  const files = screen.list("files", given.files);
  if (given.kind === "checkpoint") return { ...given, files, summary: screen.text("summary", given.summary) };
  const { citation, reasoning, ...words } = given;
  return {
    ...words,
    files,
    quote: screen.text("quote", words.quote),
    statement: screen.text("statement", words.statement),
    alternatives: screen.list("alternatives", words.alternatives),
    reasoning: screen.optional("reasoning", reasoning),
    citation: citation && {
      ...citation,
      subject: screen.optional("subject", citation.subject),
      pr: screen.optional("pr", citation.pr),
      file: screen.optional("file", citation.file),
    },
  };
}
