import type { TeamHealthResult } from "../../../tools/page/health.ts";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";

const { health: words } = strings;

export function TeamCheck({ team }: { readonly team: TeamHealthResult }) {
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
