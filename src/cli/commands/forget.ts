import * as z from "zod";
import type { Deps } from "../../app/deps.ts";
import { listPeople } from "../../app/log/list-people.ts";
import { eraseMemory } from "../../app/moving/erase-memory.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { CHECKPOINT_ID, INSIGHT_ID, PERSON_ID } from "../../domain/shared/ids.ts";
import { defineCommand } from "../command.ts";
import { remainingText } from "../remaining-text.ts";

export const forget = defineCommand({
  name: "forget",
  summary:
    "Erase the text of a decision, checkpoint or insight, or the name of a person, for good. Only the fact that it was erased stays.",
  positionals: ["id"],
  input: z.strictObject({
    id: eraseMemory.input.shape.ref.describe(
      "The id of the decision, checkpoint or insight, or of a person (membria audit --people shows those)",
    ),
    yes: z.boolean().default(false).describe("Really erase it; without this flag nothing happens."),
  }),
  fields: { ref: "id" },
  async run({ id, yes }, { deps, call, installation }) {
    if (!yes) {
      throw new Fault("invalid", "Erasing cannot be undone, so nothing was erased.", {
        reason: "confirmation_needed",
        hint:
          kindOf(id) === "decision"
            ? `To do it: membria forget ${id} --yes. To only mark it as no longer valid: membria retract ${id}`
            : `To do it: membria forget ${id} --yes`,
      });
    }
    const [opened, ownCall] = [await deps(), await call()];
    const name = await nameOf(id, opened, ownCall);
    const erased = await perform(eraseMemory, { ref: id }, opened, ownCall);
    const { store } = opened;
    const copies = [
      ...[...(await store.copies()), ...(await store.removeUnfinishedCopies())].map((path) =>
        installation.show(path),
      ),
      ...(await opened.linkBackups.touching(name ?? erased.id)),
    ];
    const { entriesWithName } = erased;
    const remaining = remainingText(erased.remaining, installation);
    return {
      json: {
        [`${kindOf(erased.id)}_id`]: erased.id,
        project: erased.project,
        erased: true,
        ...(entriesWithName !== undefined && { entries_with_name: entriesWithName }),
        remaining: remaining.json,
        copies,
      },
      text: [
        erased.remaining ? `${erased.id} is erased from the memory.` : `${erased.id} is erased.`,
        ...remaining.lines,
        ...(entriesWithName === undefined ? [] : personLines(entriesWithName)),
        ...(copies.length > 0
          ? [
              `Older copies of the memory and backups of links may still contain it. Delete them to erase it everywhere: ${copies.join(", ")}`,
            ]
          : []),
      ].join("\n"),
      exitCode: remaining.exitCode,
    };
  },
});

function personLines(entriesWithName: number): string[] {
  const entries = entriesWithName === 1 ? "1 entry" : `${entriesWithName} entries`;
  return [
    "What the person wrote stays, without the name.",
    ...(entriesWithName > 0
      ? [`${entries} that version 0.1.0 wrote to the audit log still have the name: their hashes cover it.`]
      : []),
  ];
}

const KINDS = { checkpoint: CHECKPOINT_ID, insight: INSIGHT_ID, person: PERSON_ID };

/** An alias can only belong to a decision. */
const kindOf = (id: string): string =>
  Object.entries(KINDS).find(([, pattern]) => pattern.test(id))?.[0] ?? "decision";

/** Backups of links have the names of people, and not their ids. */
async function nameOf(id: string, deps: Deps, call: Call): Promise<string | undefined> {
  if (kindOf(id) !== "person") return undefined;
  const people = await perform(listPeople, {}, deps, call);
  return people.find((person) => person.id === id)?.name;
}
