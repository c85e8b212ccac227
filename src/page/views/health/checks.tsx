import type { ComponentChildren } from "preact";
import type { CheckHealthResult, MeaningResult, TeamHealthResult } from "../../../tools/page/health.ts";
import { useCall } from "../../net/use-call.ts";
import { Fact, Facts } from "../../parts/figures.tsx";
import { Mark } from "../../parts/marks.tsx";
import { Answer, Command } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";
import { ChainVerdict } from "../audit/chain-verdict.tsx";

const { health: words } = strings;

/** Everything that `membria doctor` checks of the memory. It reads all of it, so it is not repeated by itself. */
export function Checks() {
  const found = useCall("check-health", {}, { areas: [] });
  const { data, isLoading, refresh } = found;
  return (
    <section class="panel" aria-labelledby="checks">
      <div class="panel-head">
        <h2 id="checks">{words.checks}</h2>
        <button type="button" class="button" disabled={isLoading} onClick={refresh}>
          {words.again}
        </button>
      </div>
      <p role="status" class="health-verdict">
        {isLoading ? words.checking : data ? (problemsIn(data) ? words.wrong : words.fine) : null}
      </p>
      {data || found.failure ? (
        <Answer of={found}>
          {(health) => (
            <>
              <List health={health} />
              <Backups copies={health.copies} />
            </>
          )}
        </Answer>
      ) : null}
    </section>
  );
}

const isMeaningRight = ({ meaning }: CheckHealthResult): boolean =>
  meaning.state === "off" || (meaning.state === "works" && meaning.profile !== "damaged");

const problemsIn = (health: CheckHealthResult): boolean =>
  health.memory.problem !== null ||
  health.log.problem !== null ||
  health.copies.unfinished.length > 0 ||
  !isMeaningRight(health) ||
  health.teams.some(({ problems, quarantined }) => problems.length > 0 || quarantined > 0);

function List({ health }: { readonly health: CheckHealthResult }) {
  const { memory, log, copies, meaning, teams } = health;
  return (
    <ul class="plain checks">
      <Check name={words.memory} isGood={memory.problem === null}>
        <MemoryCheck memory={memory} />
      </Check>
      <Check name={words.audit} isGood={log.problem === null}>
        <ChainVerdict verdict={log} />
      </Check>
      <Check name={words.copies} isGood={copies.unfinished.length === 0}>
        <CopiesCheck copies={copies} />
      </Check>
      <Check name={words.meaning} isGood={isMeaningRight(health)}>
        <MeaningCheck meaning={meaning} />
      </Check>
      {teams.map((team) => (
        <Check
          key={team.project}
          name={words.team(team.project)}
          isGood={team.problems.length === 0 && team.quarantined === 0}
        >
          <TeamCheck team={team} />
        </Check>
      ))}
    </ul>
  );
}

function Check({
  name,
  isGood,
  children,
}: {
  readonly name: string;
  readonly isGood: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <li class="check">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <Mark kind={isGood ? "success" : "failure"} word={isGood ? words.good : words.bad} />
      <div class="check-found">{children}</div>
    </li>
  );
}

function MemoryCheck({ memory }: Pick<CheckHealthResult, "memory">) {
  const { location, store, facts, problem } = memory;
  const number = (name: string): number => Number(facts[name] ?? 0);
  return (
    <>
      <p>{words.memoryFound(number("decisions"), number("projects"), strings.parts.size(number("bytes")))}</p>
      {problem === null ? null : (
        <p class="notice notice-problem">
          <Stored text={problem} />
        </p>
      )}
      <details>
        <summary>{words.details}</summary>
        <Facts>
          <Fact name={words.file}>
            <code class="breaks">
              <Stored text={location} />
            </code>
          </Fact>
          <Fact name={words.store}>{store}</Fact>
          {Object.entries(facts).map(([name, value]) => (
            <Fact key={name} name={(words.facts as Readonly<Record<string, string>>)[name] ?? name}>
              {name === "bytes" ? strings.parts.size(Number(value)) : String(value)}
            </Fact>
          ))}
        </Facts>
      </details>
    </>
  );
}

/** Whether texts are compared by their meaning, and what waits for it. */
function MeaningCheck({ meaning }: { readonly meaning: MeaningResult }) {
  if (meaning.state === "off") return <p>{words.meaningOff}</p>;
  if (meaning.state === "failed") {
    return (
      <>
        <p>
          <Stored text={words.meaningFailed(meaning.message)} />
        </p>
        {meaning.hint === null ? null : (
          <p class="faint">
            <Stored text={meaning.hint} />
          </p>
        )}
      </>
    );
  }
  const { model, runtime, note, profile, pending } = meaning;
  const isUnknown = profile === "absent" || profile === "damaged";
  return (
    <>
      <p>
        <Stored text={words.meaningWorks(model, runtime)} />
      </p>
      <p>{words.pending(pending)}</p>
      <p class="faint">{words.profiles[profile]}</p>
      {isUnknown ? <Command text={words.fitCommand} /> : null}
      {note === null ? null : (
        <p class="faint">
          <Stored text={note} />
        </p>
      )}
    </>
  );
}

type Copies = Pick<CheckHealthResult, "copies">;

function CopiesCheck({ copies: { backups, unfinished } }: Copies) {
  const [newest] = backups;
  return (
    <>
      {newest ? (
        <p>
          {words.copiesFound(backups.length)}, {words.newest} <When at={newest.at} /> (
          {words.origins[newest.origin]})
        </p>
      ) : (
        <>
          <p>{words.copiesNone}</p>
          <Command text={words.copiesCommand} />
        </>
      )}
      {unfinished.length > 0 ? <p>{words.copiesUnfinished}</p> : null}
    </>
  );
}

/** All of them, for who wants to know. */
function Backups({ copies: { backups, others } }: Copies) {
  if (backups.length + others.length === 0) return null;
  return (
    <details class="backups">
      <summary>{words.backupsTitle}</summary>
      <ul class="plain">
        {backups.map(({ path, at, bytes, origin, decisions }) => (
          <li key={path} class="row decision-line">
            <code class="breaks">
              <Stored text={path} />
            </code>
            <span class="line-facts">
              <span>{words.origins[origin]}</span>
              <span class="number">{words.backupFacts(strings.parts.size(bytes), decisions)}</span>
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <>
          <p>{words.copiesOthers}</p>
          <ul class="plain">
            {others.map((path) => (
              <li key={path}>
                <code class="breaks">
                  <Stored text={path} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function TeamCheck({ team }: { readonly team: TeamHealthResult }) {
  const { server_version, quarantined, problems, advice } = team;
  return (
    <>
      <p>{words.teamFine(server_version)}</p>
      {quarantined > 0 ? <p>{words.teamQuarantined(quarantined)}</p> : null}
      {[...problems, ...advice].map((sentence) => (
        <p key={sentence} class={problems.includes(sentence) ? "" : "faint"}>
          <Stored text={sentence} />
        </p>
      ))}
    </>
  );
}
