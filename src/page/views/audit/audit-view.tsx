import { useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { Mark } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { AdminOnly, Failed } from "../../parts/states.tsx";
import { useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { AuditEntry, AuditFilters, AuditList, auditFilterIn } from "./audit-list.tsx";
import { ChainVerdict } from "./chain-verdict.tsx";

const { audit: words } = strings;

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

/** Whether somebody changed the log. It takes a while, so it is checked once, and again when somebody asks. */
function Chain() {
  const session = useSession();
  // The chain is one for all projects.
  const isWhole = session.project === null;
  const { data, failure, isLoading, refresh } = useCall("verify-audit", isWhole ? {} : undefined, {
    areas: [],
  });
  if (!isWhole) return null;
  return (
    <section class="panel chain" aria-label={words.chain}>
      <div role="status">
        {data && !isLoading ? (
          <>
            <Mark
              kind={data.problem === null ? "success" : "failure"}
              word={data.problem === null ? strings.health.good : strings.health.bad}
            />
            <ChainVerdict verdict={data} />
          </>
        ) : failure ? null : (
          <p>{words.checking}</p>
        )}
      </div>
      {failure ? <Failed failure={failure} /> : null}
      <button type="button" class="button quiet" disabled={isLoading} onClick={refresh}>
        {words.checkAgain}
      </button>
    </section>
  );
}
