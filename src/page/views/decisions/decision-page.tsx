import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { useCall } from "../../net/use-call.ts";
import { mayWrite, useSession } from "../../net/use-session.ts";
import { OutcomeMark, StandingMark } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { DecisionActions } from "./decision-actions.tsx";
import { DecisionFacts } from "./decision-facts.tsx";
import { DecisionHistory } from "./decision-history.tsx";
import { DecisionRelations } from "./decision-relations.tsx";
import { DecisionWords } from "./decision-words.tsx";

const { decision: words } = strings;

export function DecisionPage({ id }: { readonly id: string }) {
  const read = useCall("get-decision", { id });
  return (
    <>
      <p class="way-back">
        <a href={href("/decisions")}>{strings.views.decisions}</a>
      </p>
      {read.data ? null : (
        <Page title={words.title} heading={id}>
          {null}
        </Page>
      )}
      <Answer of={read}>{(decision) => <WholeDecision decision={decision} />}</Answer>
    </>
  );
}

function WholeDecision({ decision }: { readonly decision: GetDecisionResult }) {
  const session = useSession();
  return (
    <Page
      title={decision.statement}
      heading={<Stored text={decision.statement} />}
      lead={<Lead decision={decision} />}
      actions={mayWrite(session) ? <DecisionActions decision={decision} /> : null}
    >
      <Warnings decision={decision} />
      <div class="decision">
        <div class="decision-main">
          <DecisionWords decision={decision} />
          <DecisionRelations decision={decision} />
          <DecisionHistory decision={decision} />
        </div>
        <DecisionFacts decision={decision} />
      </div>
    </Page>
  );
}

function Lead({
  decision: { standing, outcome, author, created_at },
}: {
  readonly decision: GetDecisionResult;
}) {
  return (
    <span class="line-facts">
      <StandingMark standing={standing} />
      <OutcomeMark outcome={outcome} />
      <span>
        <Stored text={strings.decisions.by(author)} />
      </span>
      <When at={created_at} />
    </span>
  );
}

/** What speaks against relying on it. */
function Warnings({ decision: { check_again, antipatterns } }: { readonly decision: GetDecisionResult }) {
  if (check_again.length === 0 && antipatterns.length === 0) return null;
  return (
    <ul class="notice notice-check plain">
      {check_again.map(({ sentence, about }) => (
        <li key={sentence}>
          {words.checkAgain(sentence)} {about === null ? null : <Stored text={`“${about}”`} />}
        </li>
      ))}
      {antipatterns.map((name) => (
        <li key={name}>{words.resembles(name)}</li>
      ))}
    </ul>
  );
}
