import { Stored } from "../../parts/stored-text.tsx";
import { href, useAddress } from "../../route/address.ts";

/** A decision by its statement; the link puts it into the focus and keeps what else is chosen. */
export function DecisionLink({
  node,
}: {
  readonly node: { readonly id: string; readonly statement: string };
}) {
  const { query } = useAddress();
  const kept = { domain: query.get("domain") ?? undefined, hide: query.get("hide") ?? undefined };
  return (
    <a href={href(`/graph/${node.id}`, kept)}>
      <Stored text={node.statement} />
    </a>
  );
}
