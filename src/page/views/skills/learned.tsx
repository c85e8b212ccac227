import { useRef } from "preact/hooks";
import type { ListSkillsResult } from "../../../tools/page/skills.ts";
import { useCall } from "../../net/use-call.ts";
import { Command } from "../../parts/command.tsx";
import { SelectField } from "../../parts/field.tsx";
import { anyOr, SearchBox, sameWords } from "../../parts/filter-bar.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";
import { SkillCard } from "./skill-card.tsx";

const { skills: words } = strings;
const AREAS = ["skill", "skills", "outcomes", "decisions", "memory"];

export function Learned() {
  const { query } = useAddress();
  const about = query.get("q") ?? "";
  const domain = query.get("domain") ?? "";
  const found = useCall(
    "list-skills",
    { ...(about.trim() && { about: about.trim() }), ...(domain && { domain }) },
    { areas: AREAS },
  );
  const last = useRef(found.data);
  // What was found before stays until the next answer, so that nothing jumps while somebody types.
  if (found.data) last.current = found.data;
  return (
    <>
      <Filters about={about} domain={domain} />
      <Answer of={{ ...found, data: found.data ?? last.current }}>
        {(data) => <Lists data={data} isFiltered={about !== "" || domain !== ""} />}
      </Answer>
    </>
  );
}

function Filters({ about, domain }: { readonly about: string; readonly domain: string }) {
  const domains = useCall("list-domains", {}, { areas: [] }).data?.domains ?? [];
  const known = [...new Set([...domains, ...(domain ? [domain] : [])])];
  return (
    <search class="filter-bar">
      <SearchBox label={words.about} hint={words.aboutHint} value={about} />
      <div class="filter-fields">
        <SelectField
          label={words.domain}
          value={domain}
          choices={anyOr(words.any, sameWords(known))}
          onChange={(value) => changeQuery({ domain: value })}
        />
      </div>
    </search>
  );
}

function Lists({ data, isFiltered }: { readonly data: ListSkillsResult; readonly isFiltered: boolean }) {
  const { skills, antipatterns, more, notices } = data;
  useRowKeys(".skill-card h3 a");
  if (skills.length + antipatterns.length === 0) return <Nothing notices={notices} isFiltered={isFiltered} />;
  return (
    <>
      <div class="skill-columns">
        <section aria-labelledby="works">
          <h2 id="works">{words.works}</h2>
          {skills.length === 0 ? <p class="faint">{notices.join(" ") || words.worksNone}</p> : null}
          {skills.map((skill) => (
            <SkillCard key={skill.id} learned={skill} />
          ))}
        </section>
        <section aria-labelledby="fails">
          <h2 id="fails">{words.fails}</h2>
          {antipatterns.length === 0 ? <p class="faint">{words.failsNone}</p> : null}
          {antipatterns.map((antipattern) => (
            <SkillCard key={antipattern.id} learned={antipattern} />
          ))}
        </section>
      </div>
      {more > 0 ? <p class="faint">{words.more(more)}</p> : null}
    </>
  );
}

function Nothing({
  notices,
  isFiltered,
}: {
  readonly notices: readonly string[];
  readonly isFiltered: boolean;
}) {
  if (isFiltered) {
    return (
      <Empty title={words.nothing}>
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
        <p>{words.nothingHint}</p>
      </Empty>
    );
  }
  return (
    <Empty title={words.none}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      <p>{words.noneHint}</p>
      <Command text={words.noneCommand} />
    </Empty>
  );
}
