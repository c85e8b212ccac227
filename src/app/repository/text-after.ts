import type { Checkout, RepositoryChange } from "../../domain/shared/ports.ts";

/** The text of a file in the new state of a change. */
export async function textAfter(
  path: string,
  { tip }: RepositoryChange,
  checkout: Checkout,
): Promise<string | undefined> {
  if (tip === undefined) return checkout.textOf(path);
  const [text] = await checkout.textsAt([{ commit: tip, path }]);
  return text;
}
