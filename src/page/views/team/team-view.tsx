import { useEffect, useState } from "preact/hooks";
import type { ListMembersResult, MemberResult, TeamResult } from "../../../tools/page/team.ts";
import { call } from "../../net/call.ts";
import type { CallFailure } from "../../net/failure.ts";
import { useSession } from "../../net/session.ts";
import { asFailure, useCall } from "../../net/use-call.ts";
import { Fact, Facts, Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { Mark } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Command, Empty, Failed, isAdmin, Loading } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { team: words } = strings;

/** The view of who shares what with whom. */
export function TeamView() {
  const found = useCall("get-team", {});
  return (
    <Page title={strings.views.team} lead={words.lead}>
      <Answer of={found}>
        {({ teams }) =>
          teams.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
              <Command text={words.createCommand} />
              <Command text={words.joinCommand} />
            </Empty>
          ) : (
            <div class="stack">
              {teams.map((team) => (
                <TeamCard key={team.project} team={team} />
              ))}
            </div>
          )
        }
      </Answer>
    </Page>
  );
}

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
function TeamCard({ team }: { readonly team: TeamResult }) {
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

/** The machines of a team. Their server is asked once, because it may be far away. */
function Members({ project }: { readonly project: string }) {
  const session = useSession();
  if (!isAdmin(session)) return <p class="faint">{words.membersForAdmins}</p>;
  return <Asked project={project} />;
}

function Asked({ project }: { readonly project: string }) {
  const [listed, setListed] = useState<ListMembersResult | undefined>(undefined);
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    call("list-members", {}, { project, signal: controller.signal }).then(
      ({ result }) => setListed(result),
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(asFailure(error));
      },
    );
    return () => controller.abort();
  }, [project]);
  if (failure) return <Failed failure={failure} />;
  if (!listed) return <Loading />;
  return (
    <section>
      <h3>{words.list}</h3>
      <ul class="plain">
        {listed.members.map((member) => (
          <li key={member.origin} class="row">
            <Member member={member} />
          </li>
        ))}
      </ul>
      {listed.away === null ? null : (
        <p class="faint">
          {words.away} <Stored text={listed.away} />
        </p>
      )}
      {listed.refused.map(({ origin, action, because }) => (
        <p key={`${origin} ${action}`} class="faint">
          <Stored text={words.refused(origin, action, because.replaceAll("_", " "))} />
        </p>
      ))}
    </section>
  );
}

function Member({ member }: { readonly member: MemberResult }) {
  const { machine, origin, role, is_here, seen_at, behind, goes_on_as, since } = member;
  return (
    <div class="decision-line">
      <span class={role === "removed" ? "line-statement no-longer" : "line-statement"}>
        <Stored text={machine} />{" "}
        <code class="faint">
          <Stored text={origin} />
        </code>
        {is_here ? <span class="tag tag-strong">{words.here}</span> : null}
      </span>
      <span class="line-facts">
        <span>{role}</span>
        {behind === null ? null : (
          <span class={behind === 0 ? "number" : "tag tag-weak"}>{words.behind(behind)}</span>
        )}
        {seen_at === null ? (
          is_here ? null : (
            <span>{words.notSeen}</span>
          )
        ) : (
          <span>
            {words.seen} <When at={seen_at} />
          </span>
        )}
        {goes_on_as === null ? null : (
          <span>
            <Stored text={words.goesOnAs(goes_on_as)} />
          </span>
        )}
        <span>
          {words.since} <When at={since} />
        </span>
      </span>
    </div>
  );
}
