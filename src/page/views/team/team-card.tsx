import type { TeamResult } from "../../../tools/page/team.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { Mark } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";
import { Members } from "./members.tsx";

const { team: words } = strings;
type State = keyof typeof words.states;
const MARKS = { in_step: "success", waiting: "partial", away: "partial", attention: "failure" } as const;
const reasonOf = (reason: string): string =>
  (words.reasons as Readonly<Record<string, string>>)[reason] ?? reason;

function stateOf({ problem, waiting, contact_at, keys_problem, quarantined, role }: TeamResult): State {
  if (keys_problem !== null || quarantined.length > 0 || role === "removed") return "attention";
  if (problem !== null) return "away";
  return waiting > 0 || contact_at === null ? "waiting" : "in_step";
}

/** A project that is shared: how far this machine is, and who else is in the team. */
export function TeamCard({ team }: { readonly team: TeamResult }) {
  const state = stateOf(team);
  const setAside = Object.entries(team.set_aside).filter(([, number]) => number);
  return (
    <section class="panel stack">
      <div class="panel-head">
        <h2>
          <Stored text={team.project} />
        </h2>
        <Mark kind={MARKS[state]} word={words.states[state]} />
      </div>
      <Problems team={team} />
      <Figures label={words.team}>
        <Figure name={words.members} value={wholeNumber(team.members)} />
        <Figure name={words.shared} value={wholeNumber(team.shared)} />
        <Figure name={words.received} value={wholeNumber(team.received)} />
        <Figure
          name={words.waiting}
          value={wholeNumber(team.waiting)}
          tone={team.waiting > 0 ? "fair" : undefined}
        />
      </Figures>
      <Facts>
        <Fact name={words.server}>
          <Stored text={team.url} />
          {", "}
          {team.contact_at === null ? (
            words.notReached
          ) : (
            <>
              {words.answered} <When at={team.contact_at} />
            </>
          )}
        </Fact>
        <Fact name={words.fingerprint}>
          <code class="breaks">{team.fingerprint}</code>
        </Fact>
        <Fact name={words.machine}>
          <Stored text={team.origin} />, {words.role(team.role)}
          {team.has_team_key ? `, ${words.hasKey}` : ""}
        </Fact>
        <Fact name={words.sharing}>{words.sources(team.shares_sources)}</Fact>
        <Fact name={words.joined}>
          <When at={team.joined_at} />
        </Fact>
        {setAside.length === 0 ? null : (
          <Fact name={words.setAside}>
            <ul class="plain">
              {setAside.map(([reason, number]) => (
                <li key={reason}>
                  <span class="number">{wholeNumber(number ?? 0)}</span>: {reasonOf(reason)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      <Members project={team.project} />
    </section>
  );
}

function Problems({ team }: { readonly team: TeamResult }) {
  const { keys_problem, problem, problem_since, quarantined } = team;
  return (
    <>
      {keys_problem === null ? null : (
        <p class="notice notice-problem">
          <Stored text={keys_problem} />
        </p>
      )}
      {problem === null ? null : (
        <p class="notice">
          <Stored text={problem} />
          {problem_since === null ? null : <When at={problem_since} />}
        </p>
      )}
      {quarantined.length === 0 ? null : (
        <div class="notice notice-problem">
          <p>{words.quarantined}</p>
          <ul class="plain">
            {quarantined.map(({ origin, machine, action, reason }) => (
              <li key={`${origin} ${action} ${reason}`}>
                <Stored text={words.quarantinedOne(action, machine ?? origin, reasonOf(reason))} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
