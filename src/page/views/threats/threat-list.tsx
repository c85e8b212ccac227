import type { ListThreatsResult } from "../../../tools/page/threats.ts";
import { Answer, Empty } from "../../parts/states.tsx";
import { useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";
import { isWanted, type ThreatFilter, threatFilterIn, useThreats } from "./threat-filters.tsx";
import { ThreatLine } from "./threat-line.tsx";

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
