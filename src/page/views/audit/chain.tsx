import { useCall } from "../../net/use-call.ts";
import { useSession } from "../../net/use-session.ts";
import { Mark } from "../../parts/marks.tsx";
import { Failed } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { ChainVerdict } from "./chain-verdict.tsx";

const { audit: words } = strings;

/** Whether somebody changed the log. It takes a while, so it is checked once, and again when somebody asks. */
export function Chain() {
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
