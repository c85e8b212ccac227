import type { ComponentChildren } from "preact";
import type { CheckHealthResult } from "../../../tools/page/health.ts";
import { useCall } from "../../net/use-call.ts";
import { Mark } from "../../parts/marks.tsx";
import { Answer } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { ChainVerdict } from "../audit/chain-verdict.tsx";
import { Backups, CopiesCheck } from "./copies-check.tsx";
import { MeaningCheck } from "./meaning-check.tsx";
import { MemoryCheck } from "./memory-check.tsx";
import { TeamCheck } from "./team-check.tsx";

const { health: words } = strings;

/** What `membria doctor` checks of the memory. It reads all of it, so it is not repeated by itself. */
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
