import type { ComponentChildren } from "preact";
import type { ListThreatsResult, ThreatRow } from "../../../tools/page/threats.ts";
import { useCall } from "../../net/use-call.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { anyOr, ClearButton, choicesIn, FoldedFields, SearchBox } from "../../parts/filter-bar.tsx";
import { Mark, percent } from "../../parts/marks.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { changeQuery, href, useAddress } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";

const { threats: words } = strings;

/** All patterns, by the question that was not asked. */
export function ThreatList() {
  const { query } = useAddress();
  const found = useThreats();
  return <Answer of={found}>{(data) => <Groups data={data} filter={threatFilterIn(query)} />}</Answer>;
}

function Groups({ data, filter }: { readonly data: ListThreatsResult; readonly filter: ThreatFilter }) {
  useRowKeys(".threat-list a");
  const wanted = data.threats.filter((threat) => isWanted(threat, filter));
  if (wanted.length === 0) {
    return (
      <Empty title={words.nothing}>
        <p>{words.nothingHint}</p>
      </Empty>
    );
  }
  return (
    <>
      <p class="found-count" role="status">
        {words.count(wanted.length)}
      </p>
      <div class="stack">
        {data.categories.map(({ name, question }) => {
          const own = wanted.filter(({ category }) => category === name);
          return own.length === 0 ? null : (
            <section key={name} class="panel" aria-labelledby={`kind-${name}`}>
              <h2 id={`kind-${name}`}>
                {question} <span class="group-name">{name.replaceAll("-", " ")}</span>
              </h2>
              <ul class="plain threat-list">
                {own.map((threat) => (
                  <li key={threat.id} class="row">
                    <ThreatLine threat={threat} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
}

const NAMES = ["category", "severity", "stack"] as const;
export type ThreatFilter = Readonly<Record<(typeof NAMES)[number], string>>;

export const threatFilterIn = (query: URLSearchParams): ThreatFilter => ({
  category: query.get("category") ?? "",
  severity: query.get("severity") ?? "",
  stack: query.get("stack") ?? "",
});

export const isWanted = (
  { category, severity, stacks }: ThreatRow,
  { category: kind, severity: gravity, stack }: ThreatFilter,
): boolean =>
  (kind === "" || category === kind) &&
  (gravity === "" || severity === gravity) &&
  (stack === "" || stacks.includes(stack));

/** They come with the program, so nothing that is written changes them. */
const useThreats = () => useCall("list-threats", {}, { areas: [] });

export function ThreatFilters() {
  const { query } = useAddress();
  const task = query.get("q") ?? "";
  const [file, setFile] = useTypedQuery("file", query.get("file") ?? "");
  const { data } = useThreats();
  const filter = threatFilterIn(query);
  return (
    <search class="filter-bar">
      <SearchBox label={words.task} hint={words.taskHint} value={task} />
      <FoldedFields label={words.filters}>
        {task === "" ? null : <TextField label={words.file} value={file} onChange={setFile} />}
        {NAMES.map((name) => (
          <SelectField
            key={name}
            label={words[name]}
            value={filter[name]}
            choices={anyOr(words.any, choicesOf(name, data))}
            onChange={(value) => changeQuery({ [name]: value })}
          />
        ))}
        {NAMES.some((name) => filter[name] !== "") ? <ClearButton label={words.clear} names={NAMES} /> : null}
      </FoldedFields>
    </search>
  );
}

function choicesOf(name: (typeof NAMES)[number], data: ListThreatsResult | undefined) {
  if (name === "severity") {
    return choicesIn(words.severities);
  }
  const values =
    name === "category"
      ? data?.categories.map((category) => category.name)
      : [...new Set(data?.threats.flatMap(({ stacks }) => stacks))].sort((a, b) => (a < b ? -1 : 1));
  return (values ?? []).map((value) => ({ value, label: value.replaceAll("-", " ") }));
}

const MARKS = { critical: "failure", high: "failure", medium: "partial", low: "none" } as const;

export function SeverityMark({ severity }: Pick<ThreatRow, "severity">) {
  return <Mark kind={MARKS[severity]} word={words.severities[severity]} />;
}

/** A pattern as one of several: all of it is a link. */
export function ThreatLine({
  threat,
  relevance,
  children,
}: {
  readonly threat: ThreatRow;
  readonly relevance?: number;
  readonly children?: ComponentChildren;
}) {
  const { id, name, severity, likelihood, cwe, stacks } = threat;
  return (
    <a class="decision-line" href={href(`/threats/${encodeURIComponent(id)}`)}>
      <span class="line-statement">{name}</span>
      {children}
      <span class="line-facts">
        <SeverityMark severity={severity} />
        {relevance === undefined ? null : <span class="number">{words.applies(percent(relevance))}</span>}
        <span>{words.likelihood(words.likelihoods[likelihood])}</span>
        <span>{cwe.join(", ")}</span>
        {stacks.length > 0 ? <span>{stacks.join(", ")}</span> : null}
      </span>
    </a>
  );
}
