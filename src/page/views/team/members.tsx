import { useEffect, useState } from "preact/hooks";
import type { ListMembersResult, MemberResult } from "../../../tools/page/team.ts";
import { call } from "../../net/call.ts";
import type { CallFailure } from "../../net/failure.ts";
import { asFailure } from "../../net/use-call.ts";
import { useSession } from "../../net/use-session.ts";
import { isAdmin } from "../../parts/admin-only.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { team: words } = strings;

/** The machines of a team. Their server is asked once, because it may be far away. */
export function Members({ project }: { readonly project: string }) {
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
