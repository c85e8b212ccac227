import * as z from "zod";
import { eraseMemory } from "../../app/moving/erase-memory.ts";
import { perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { CHECKPOINT_ID, INSIGHT_ID } from "../../domain/shared/ids.ts";
import { defineCommand } from "../command.ts";

export const forget = defineCommand({
  name: "forget",
  summary:
    "Erase the text of a decision, checkpoint or insight for good. Only the fact that it was erased stays.",
  positionals: ["id"],
  input: z.strictObject({
    id: eraseMemory.input.shape.ref.describe("The id of the decision, checkpoint or insight"),
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
    const erased = await perform(eraseMemory, { ref: id }, await deps(), await call());
    const { store, linkBackups } = await deps();
    const copies = [
      ...(await store.copies()).map((path) => installation.show(path)),
      ...(await linkBackups.touching(erased.id)),
    ];
    return {
      json: {
        [`${kindOf(erased.id)}_id`]: erased.id,
        project: erased.project,
        erased: true,
        copies,
      },
      text: [
        `${erased.id} is erased.`,
        ...(copies.length > 0
          ? [
              `Older copies of the memory and backups of links may still contain it. Delete them to erase it everywhere: ${copies.join(", ")}`,
            ]
          : []),
      ].join("\n"),
    };
  },
});

/** An alias can only belong to a decision. */
const kindOf = (id: string): string =>
  CHECKPOINT_ID.test(id) ? "checkpoint" : INSIGHT_ID.test(id) ? "insight" : "decision";
