import type { ComponentChildren } from "preact";
import type { AuthorResult } from "../../../tools/page/decision-results.ts";
import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { Mark, OutcomeMark, percent } from "../../parts/marks.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { decision: words } = strings;

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly by?: AuthorResult | undefined;
  readonly what: ComponentChildren;
}

/** Everything that happened to it, the newest first, and the audit log of it for who may read that. */
export function DecisionHistory({ decision }: { readonly decision: GetDecisionResult }) {
  const entries = [
    ...outcomesOf(decision),
    ...signalsOf(decision),
    ...reportsOf(decision),
    ...wordsOf(decision),
    ...confidencesOf(decision),
    ...notesOf(decision),
  ].sort((a, b) => b.at.localeCompare(a.at));
  const { proposed } = decision.repository;
  return (
    <section class="panel history">
      <h2>{words.history}</h2>
      {proposed ? (
        <p class="notice">
          {words.repositorySays} <Stored text={proposed.sentence} />
        </p>
      ) : null}
      <ol class="timeline">
        {entries.map(({ key, at, by, what }) => (
          <li key={key}>
            <div class="timeline-what">{what}</div>
            <p class="faint">
              {by ? <Stored text={`${strings.decisions.by(by)}, `} /> : null}
              <When at={at} />
            </p>
          </li>
        ))}
      </ol>
      <Audit decision={decision} />
    </section>
  );
}

const outcomesOf = ({ outcomes }: GetDecisionResult): Entry[] =>
  outcomes.map(({ id, at, by, status, lessons, withdrawn }) => ({
    key: id,
    at,
    by,
    what: (
      <>
        <OutcomeMark outcome={status} /> {withdrawn ? <span class="tag">{words.withdrawn}</span> : null}
        {lessons.map((lesson) => (
          <StoredText key={lesson} text={lesson} />
        ))}
      </>
    ),
  }));

const signalsOf = ({ signals }: GetDecisionResult): Entry[] =>
  signals.map(({ id, at, by, type, valence, description }) => ({
    key: id,
    at,
    by,
    what: (
      <>
        <Mark kind={VALENCE_MARKS[valence] ?? "none"} word={words.signals[type]} />
        {description === null ? null : <StoredText text={description} />}
      </>
    ),
  }));

const VALENCE_MARKS: Readonly<Record<string, string>> = { positive: "success", negative: "failure" };

const reportsOf = ({ repository }: GetDecisionResult): Entry[] =>
  repository.reports.map(({ at, kind, commit, pr, title, passed }, i) => ({
    key: `report-${i}`,
    at,
    what: (
      <>
        <Mark
          kind={passed === null ? "none" : passed ? "success" : "failure"}
          word={words.report(kind, commit, pr)}
        />
        {title === null ? null : <StoredText text={title} />}
      </>
    ),
  }));

/** The first wording is the decision itself. */
const wordsOf = ({ revisions, created_at, author }: GetDecisionResult): Entry[] => [
  { key: "made", at: created_at, by: author, what: words.wasMade },
  ...revisions.slice(1).map(({ revision, at, by, changed }, i) => ({
    key: `words-${revision}`,
    at,
    by,
    what: (
      <details>
        <summary>{words.reworded(changed.join(", "))}</summary>
        <p class="faint">{words.before}</p>
        <StoredText text={revisions[i]?.words.statement ?? ""} />
        <StoredText text={revisions[i]?.words.reasoning ?? ""} />
      </details>
    ),
  })),
];

const confidencesOf = ({ confidence_updates }: GetDecisionResult): Entry[] =>
  confidence_updates.map(({ at, by, confidence }) => ({
    key: `confidence-${at}`,
    at,
    by,
    what: words.saidConfidence(percent(confidence)),
  }));

const notesOf = ({ notes }: GetDecisionResult): Entry[] =>
  notes.map(({ at, by, text }, i) => ({ key: `note-${i}`, at, by, what: <StoredText text={text} /> }));

function Audit({ decision: { audit } }: { readonly decision: GetDecisionResult }) {
  if (audit === null || audit.length === 0) return null;
  return (
    <details class="audit">
      <summary>{words.audit(audit.length)}</summary>
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.auditAt}</th>
              <th scope="col">{words.auditAction}</th>
              <th scope="col">{words.auditBy}</th>
              <th scope="col">{words.auditClient}</th>
            </tr>
          </thead>
          <tbody>
            {audit.map(({ position, at, action, author, person, client }) => (
              <tr key={position}>
                <td>
                  <When at={at} />
                </td>
                <td>{action}</td>
                <td>
                  <Stored text={person ?? author} />
                </td>
                <td>
                  <Stored text={client} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
