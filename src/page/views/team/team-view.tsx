import { useCall } from "../../net/use-call.ts";
import { Command } from "../../parts/command.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { TeamCard } from "./team-card.tsx";

const { team: words } = strings;

/** What is shared with whom. */
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
