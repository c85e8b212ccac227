import type { HookStore, ToSay } from "../../src/hooks/rules/hook-session.ts";

/** The text that a session gets, once it has it: what it says counts as told. */
export async function received(
  handled: Promise<ToSay | undefined>,
  { store }: { readonly store: Pick<HookStore, "recordTold"> },
): Promise<string | undefined> {
  const say = await handled;
  if (say) await store.recordTold(say.told);
  return say?.text;
}
