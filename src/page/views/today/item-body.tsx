import type {
  CandidateItem,
  CheckpointItem,
  LinkItem,
  OutcomeItem,
  ProposalItem,
  TodayItem,
} from "../../../tools/page/today.ts";
import { Mark, percent } from "../../parts/marks.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";
import { decisionHref } from "../decisions/decision-line.tsx";

const { today: words } = strings;

/** Shows what is asked about, and where it comes from. */
export function ItemBody({ item }: { readonly item: TodayItem }) {
  switch (item.kind) {
    case "decision":
      return <CandidateBody item={item} />;
    case "checkpoint":
      return <CheckpointBody item={item} />;
    case "outcome":
      return <OutcomeBody item={item} />;
    case "link":
      return <LinkBody item={item} />;
    case "proposal":
      return <ProposalBody item={item} />;
  }
}

function Because({ text }: { readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <div class="because">
      <StoredText text={text} />
    </div>
  );
}

function WhereFrom({ item }: { readonly item: CandidateItem | CheckpointItem }) {
  return (
    <p class="faint small">
      <Stored text={words.from(item.client)} />, <When at={item.at} />
      {item.files.length > 0 ? (
        <>
          {" · "}
          <Stored text={item.files.join(", ")} />
        </>
      ) : null}
    </p>
  );
}

function CandidateBody({ item }: { readonly item: CandidateItem }) {
  return (
    <>
      <p class="item-statement">
        <Stored text={item.statement} />
      </p>
      {item.alternatives.length > 0 ? (
        <p>
          <span class="faint">{words.insteadOf}</span> <Stored text={item.alternatives.join("; ")} />
        </p>
      ) : null}
      <Because text={item.reasoning} />
      <figure class="quote">
        <figcaption class="faint small">{words.saidBy[item.said_by]}</figcaption>
        <blockquote>
          <StoredText text={item.quote} />
        </blockquote>
      </figure>
      {item.stands_in === null ? null : (
        <p class="faint small">
          <Stored text={item.stands_in} />
        </p>
      )}
      <WhereFrom item={item} />
    </>
  );
}

function CheckpointBody({ item }: { readonly item: CheckpointItem }) {
  return (
    <>
      <div class="item-text">
        <StoredText text={item.summary} />
      </div>
      <WhereFrom item={item} />
    </>
  );
}

function OutcomeBody({ item }: { readonly item: OutcomeItem }) {
  const { decision, repository } = item;
  const { confidence } = decision;
  return (
    <>
      <p class="item-statement">
        <a href={decisionHref(decision)}>
          <Stored text={decision.statement} />
        </a>
      </p>
      <Because text={item.reasoning} />
      {repository.proposed ? (
        <p class="says">
          <Mark
            kind={repository.proposed.status}
            word={words.repositorySuggests[repository.proposed.status]}
          />{" "}
          <Stored text={repository.proposed.sentence} />
        </p>
      ) : null}
      {item.check_again.map((sentence) => (
        <p key={sentence}>
          <span class="tag tag-check">{strings.decisions.checkAgain}</span> {sentence}
        </p>
      ))}
      {item.assumptions
        .filter(({ state }) => state !== "holds")
        .map(({ text, state }) => (
          <p key={text}>
            <span class="tag tag-check">{strings.decision.assumptionStates[state]}</span>{" "}
            <Stored text={text} />
          </p>
        ))}
      {item.places.map((place) => (
        <p class="faint small" key={place}>
          <Stored text={place} />
        </p>
      ))}
      <p class="faint small">
        <Stored text={strings.decisions.by(decision.author)} />, <When at={decision.created_at} />
        {confidence !== null && decision.confidence_stated ? `, ${words.sure(percent(confidence))}` : null}
        {decision.due_at === null ? null : (
          <>
            , {words.due} <When at={decision.due_at} />
          </>
        )}
      </p>
    </>
  );
}

function LinkBody({ item }: { readonly item: LinkItem }) {
  return (
    <>
      <p class="item-statement">
        <a href={decisionHref(item.from)}>
          <Stored text={item.from.statement} />
        </a>
      </p>
      <p>
        <span class="tag">{strings.decision.relations[item.relation].from}</span>
      </p>
      <p class="item-statement">
        <a href={decisionHref(item.to)}>
          <Stored text={item.to.statement} />
        </a>
      </p>
      <Because text={item.reason} />
      <Because text={item.evidence} />
      {item.conflicts.map((sentence) => (
        <p key={sentence}>
          <span class="tag tag-check">{words.conflict}</span> {words.conflictsWith(sentence)}
        </p>
      ))}
      <p class="faint small">
        <Stored text={words.proposedBy(strings.decisions.by(item.by))} />, <When at={item.at} />
      </p>
    </>
  );
}

function ProposalBody({ item }: { readonly item: ProposalItem }) {
  const isTooEarly = new Date(item.acceptable_from) > new Date();
  return (
    <>
      <p class="item-statement">
        <Stored text={item.statement} />
      </p>
      <Because text={item.reasoning} />
      {item.explanations.map((text) => (
        <p key={text}>
          <span class="faint">{words.orElse}</span> <Stored text={text} />
        </p>
      ))}
      <p class="faint small">
        {words.becauseOf[item.because]}, {words.fromRecords(item.evidence.length)}, <When at={item.at} />
      </p>
      {isTooEarly ? (
        <p>
          <span class="tag tag-check">
            {words.notYet} <When at={item.acceptable_from} />
          </span>
        </p>
      ) : null}
    </>
  );
}
