import * as z from "zod";
import { listPeople } from "../../../access/index.ts";
import { eraseAllGuidance } from "../../../learning/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { eraseMemory } from "../../../portability/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { CANDIDATE_ID, CHECKPOINT_ID, GUIDANCE_ID, INSIGHT_ID, PERSON_ID } from "../../../shared/ids.ts";
import { type Call, perform } from "../../../shared/operations/operation.ts";
import { otherCopies, removeUnfinishedCopies } from "../../../store/file/file-copies.ts";
import { type CommandContext, type CommandResult, defineCommand, type Installation } from "../../command.ts";
import { erasedInTeam, remainingText, removedCopiesLines } from "../../erasure-report.ts";

export const forget = defineCommand({
  name: "forget",
  summary:
    "Erase the text of a decision, checkpoint or insight, of something that was only asked about or only waits for a review, or the name of a person, for good. Only the fact that it was erased stays.",
  positionals: ["id"],
  input: z.strictObject({
    id: eraseMemory.input.shape.ref
      .optional()
      .describe(
        "The id of the decision, checkpoint or insight, of guidance (membria guidance shows those), of a candidate (membria review shows those), or of a person (membria audit --people shows those)",
      ),
    guidance: z
      .boolean()
      .default(false)
      .describe("Instead of an id: all that was asked about before deciding in this project"),
    yes: z.boolean().default(false).describe("Really erase it; without this flag nothing happens."),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  async run({ id: named, guidance, yes }, context) {
    const id = named ?? "";
    if ((id === "") !== guidance) throw nothingNamed(guidance);
    if (!yes) {
      throw new Fault("invalid", "Erasing cannot be undone, so nothing was erased.", {
        reason: "confirmation_needed",
        hint: guidance
          ? "To do it: membria forget --guidance --yes. `membria guidance` shows what there is."
          : kindOf(id) === "decision"
            ? `To do it: membria forget ${id} --yes. To only mark it as no longer valid: membria retract ${id}`
            : `To do it: membria forget ${id} --yes`,
      });
    }
    if (guidance) return forgetAllGuidance(context);
    const [opened, ownCall] = [await context.deps(), await context.call()];
    const { installation } = context;
    const name = await nameOf(id, opened, ownCall);
    const before = opened.clock.now();
    const erased = await perform(eraseMemory, { ref: id }, opened, ownCall);
    const copies = [
      ...(await copiesOf(opened, installation)),
      ...(await opened.linkBackups.touching(name ?? erased.id)),
    ];
    const { entriesWithName } = erased;
    const team = await erasedInTeam(opened, erased, before);
    const remaining = remainingText(erased.remaining, installation);
    return {
      json: {
        [`${kindOf(erased.id)}_id`]: erased.id,
        project: erased.project,
        erased: true,
        ...(entriesWithName !== undefined && { entries_with_name: entriesWithName }),
        remaining: remaining.json,
        copies,
        removed_copies: erased.removedCopies ?? 0,
        ...(team && { team: team.json }),
      },
      text: [
        erased.remaining ? `${erased.id} is erased from the memory.` : `${erased.id} is erased.`,
        ...remaining.lines,
        ...(entriesWithName === undefined ? [] : personLines(entriesWithName)),
        ...removedCopiesLines(erased.removedCopies),
        ...copiesLine(copies),
        ...(team?.lines ?? []),
      ].join("\n"),
      exitCode: remaining.exitCode,
    };
  },
});

async function forgetAllGuidance({ deps, call, installation }: CommandContext): Promise<CommandResult> {
  const opened = await deps();
  const erased = await perform(eraseAllGuidance, {}, opened, await call());
  const { project, records, remaining: left, removedCopies } = erased;
  const copies = await copiesOf(opened, installation);
  const remaining = remainingText(left, installation);
  return {
    json: {
      project,
      guidance: records,
      erased: true,
      remaining: remaining.json,
      copies,
      removed_copies: removedCopies ?? 0,
    },
    text: [
      `What was asked about in ${project} is erased: ${records === 1 ? "1 record" : `${records} records`}.`,
      ...remaining.lines,
      ...removedCopiesLines(removedCopies),
      ...copiesLine(copies),
    ].join("\n"),
    exitCode: remaining.exitCode,
  };
}

async function copiesOf({ memory }: Deps, installation: Installation): Promise<string[]> {
  return [...(await otherCopies(memory)), ...(await removeUnfinishedCopies(memory))].map((path) =>
    installation.show(path),
  );
}

const copiesLine = (copies: readonly string[]): string[] =>
  copies.length === 0
    ? []
    : [
        `Older copies of the memory and backups of links may still contain it. Delete them to erase it everywhere: ${copies.join(", ")}`,
      ];

function nothingNamed(both: boolean): Fault {
  return new Fault("invalid", both ? "Both an id and --guidance were given." : "No id was given.", {
    field: "id",
    reason: both ? "given_twice" : "missing_argument",
    hint: "Name one record by its id, or give --guidance for all that was asked about. Nothing was erased.",
  });
}

function personLines(entriesWithName: number): string[] {
  const entries = entriesWithName === 1 ? "1 entry" : `${entriesWithName} entries`;
  return [
    "What the person wrote stays, without the name.",
    ...(entriesWithName > 0
      ? [`${entries} that version 0.1.0 wrote to the audit log still have the name: their hashes cover it.`]
      : []),
  ];
}

const KINDS = {
  checkpoint: CHECKPOINT_ID,
  insight: INSIGHT_ID,
  guidance: GUIDANCE_ID,
  person: PERSON_ID,
  candidate: CANDIDATE_ID,
};

/** An alias can only belong to a decision. */
const kindOf = (id: string): string =>
  Object.entries(KINDS).find(([, pattern]) => pattern.test(id))?.[0] ?? "decision";

/** Backups of links have the names of people, and not their ids. */
async function nameOf(id: string, deps: Deps, call: Call): Promise<string | undefined> {
  if (kindOf(id) !== "person") return undefined;
  const people = await perform(listPeople, {}, deps, call);
  return people.find((person) => person.id === id)?.name;
}
