import type { ListThreatsResult, ThreatRow } from "../../../tools/page/threats.ts";
import { useCall } from "../../net/use-call.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { anyOr, ClearButton, choicesIn, FoldedFields, SearchBox } from "../../parts/filter-bar.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { strings } from "../../strings.ts";

const { threats: words } = strings;
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
export const useThreats = () => useCall("list-threats", {}, { areas: [] });

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
