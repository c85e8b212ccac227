import { AdminOnly } from "../../parts/admin-only.tsx";
import { Page } from "../../parts/page.tsx";
import { useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { AuditEntry } from "./audit-entry.tsx";
import { AuditFilters, auditFilterIn } from "./audit-filters.tsx";
import { AuditList } from "./audit-list.tsx";
import { Chain } from "./chain.tsx";

/** Who wrote what, when and through which program. */
export function AuditView() {
  return (
    <Page title={strings.views.audit} lead={strings.audit.lead}>
      <AdminOnly>{() => <Log />}</AdminOnly>
    </Page>
  );
}

function Log() {
  const { query } = useAddress();
  const position = Number(query.get("entry"));
  return (
    <>
      <Chain />
      <AuditFilters />
      <AuditList filter={auditFilterIn(query)} before={positionIn(query.get("before"))} />
      {Number.isSafeInteger(position) && position > 0 ? (
        <AuditEntry key={position} position={position} />
      ) : null}
    </>
  );
}

function positionIn(text: string | null): number | undefined {
  const position = Number(text);
  return text !== null && Number.isSafeInteger(position) && position > 0 ? position : undefined;
}
