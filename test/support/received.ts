import type { ToSay } from "../../src/hooks/rules/hook-session.ts";
import { recordTold } from "../../src/hooks/sql/hook-store.ts";
import type { Memory } from "../../src/store/file/memory.ts";

/** The text that a session gets, once it has it: what it says counts as told. */
export async function received(
  handled: Promise<ToSay | undefined>,
  { memory }: { readonly memory: Memory },
): Promise<string | undefined> {
  const say = await handled;
  if (say) await recordTold(memory, say.told);
  return say?.text;
}
