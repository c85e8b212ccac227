import * as z from "zod";
import type { TextOutput } from "../../domain/moving/external-files.ts";
import { proposalFileName, proposalMarkdown } from "../../domain/proposals/proposal-markdown.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { defineOperation } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

/** More open proposals than anybody reviews. */
const MOST_PROPOSALS = 1_000;

export const exportProposals = defineOperation({
  name: "export-proposals",
  summary: "Write each open proposal into a folder, as a file to review.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ folder: boundedText(1, LIMITS.name) }),
  async run({ folder }, { store, externalFiles }: MovingDeps, call) {
    const written: string[] = [];
    for (const proposal of await store.listProposals(call.scope, "draft", MOST_PROPOSALS)) {
      call.signal.throwIfAborted();
      const name = proposalFileName(proposal);
      const output = await externalFiles.openOutput(`${folder}/${name}`, {
        createFolder: true,
        keepMode: false,
      });
      await writeWhole(output, proposalMarkdown(proposal));
      written.push(name);
    }
    return { folder, written };
  },
});

async function writeWhole(output: TextOutput, text: string): Promise<void> {
  try {
    await output.write(text);
    await output.close();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
