import { useRef } from "preact/hooks";
import { useCall } from "../../net/use-call.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { anyOr, ClearButton, choicesIn } from "../../parts/filter-bar.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { strings } from "../../strings.ts";

const { audit: words } = strings;
const NAMES = ["action", "actor", "record", "since"] as const;
export type AuditFilter = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** What is wanted, as the address has it. */
export const auditFilterIn = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(
    NAMES.map((name) => [name, query.get(name)?.trim() ?? ""]).filter(([, value]) => value !== ""),
  );

export function AuditFilters() {
  const { query } = useAddress();
  const filter = auditFilterIn(query);
  const [actor, setActor] = useTypedQuery("actor", query.get("actor") ?? "");
  const [record, setRecord] = useTypedQuery("record", query.get("record") ?? "");
  const actions = useActions(filter.action);
  // Another filter has other pages.
  const set = (name: string) => (value: string) => changeQuery({ [name]: value, before: undefined });
  return (
    <search class="filter-bar">
      <div class="filter-fields">
        <SelectField
          label={words.action}
          value={filter.action ?? ""}
          choices={anyOr(
            words.any,
            actions.map((name) => ({
              value: name,
              label: name.includes(".") ? name : words.allOf(name),
            })),
          )}
          onChange={set("action")}
        />
        <TextField label={words.actor} value={actor} onChange={setActor} />
        <TextField label={words.record} value={record} onChange={setRecord} />
        <SelectField
          label={words.time}
          value={filter.since ?? ""}
          choices={anyOr(words.any, choicesIn(words.times))}
          onChange={set("since")}
        />
        {Object.keys(filter).length > 0 ? (
          <ClearButton label={words.clear} names={[...NAMES, "before"]} />
        ) : null}
      </div>
    </search>
  );
}

/** The actions that there are, which every answer names. */
function useActions(chosen: string | undefined): readonly string[] {
  const last = useRef<readonly string[]>([]);
  const { data } = useCall("list-audit", { limit: 1 }, { areas: [] });
  if (data) last.current = data.actions;
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...last.current])].sort((a, b) =>
    a < b ? -1 : 1,
  );
}
