import { useMemo } from "preact/hooks";
import type { ResultOf } from "../../net/call.ts";
import { useCall } from "../../net/use-call.ts";
import { Page } from "../../parts/page.tsx";
import { Answer, Command, Empty } from "../../parts/states.tsx";
import { href, navigate, useAddress } from "../../route/address.ts";
import type { ViewProps } from "../../shell/views.ts";
import { useStore } from "../../state/store.ts";
import { strings } from "../../strings.ts";
import { FocusPanel } from "./focus-panel.tsx";
import { GraphControls, GraphLegend } from "./graph-controls.tsx";
import { graphOf, narrowed } from "./graph-data.ts";
import { GraphList } from "./graph-list.tsx";
import { GraphStage } from "./graph-stage.tsx";
import { answeredLinks, PendingLinks } from "./pending-links.tsx";

const { graph: words } = strings;
/** The areas whose changes change the picture. */
const AREAS = ["decision", "decisions", "outcome", "outcomes", "link"];

export function GraphView({ rest }: ViewProps) {
  const newest = useCall("graph", {}, { areas: AREAS });
  // An older decision comes with its surroundings.
  const isKnown = rest === undefined || newest.data?.nodes.id.includes(rest) !== false;
  const around = useCall("graph", isKnown ? undefined : { around: rest }, { areas: AREAS });
  return (
    <Page title={strings.views.graph} lead={words.lead}>
      <Answer of={isKnown ? newest : around}>
        {(data) =>
          data.nodes.id.length === 0 ? (
            <Empty title={strings.decisions.none}>
              <p>{strings.decisions.noneHint}</p>
              <Command text={strings.decisions.noneCommand} />
            </Empty>
          ) : (
            <GraphWithPanels data={data} focusId={rest} />
          )
        }
      </Answer>
    </Page>
  );
}

function GraphWithPanels({
  data,
  focusId,
}: {
  readonly data: ResultOf<"graph">;
  readonly focusId: string | undefined;
}) {
  const { query } = useAddress();
  const domain = query.get("domain") ?? "";
  const hidden = query.get("hide") ?? "";
  const link = query.get("link") ?? undefined;
  const answered = useStore(answeredLinks);
  const whole = useMemo(() => {
    const all = graphOf(data);
    return { ...all, pending: all.pending.filter((one) => !answered.has(one.link)) };
  }, [data, answered]);
  const graph = useMemo(
    () => narrowed(whole, domain, new Set(hidden.split(",").filter(Boolean))),
    [whole, domain, hidden],
  );
  const focus = focusId === undefined ? undefined : whole.byId.get(focusId);
  const kept = { domain, hide: hidden };
  const focusOn = (id: string | undefined) =>
    navigate(href(id === undefined ? "/graph" : `/graph/${id}`, kept), { keepsPlace: true });
  return (
    <div class="graph">
      <GraphControls
        domains={data.domains}
        domain={domain}
        hidden={hidden}
        graph={graph}
        total={data.total}
      />
      <div class="graph-columns">
        <GraphStage graph={graph} focus={focus} link={link} onFocus={focusOn} />
        <div class="graph-side">
          {focusId === undefined ? (
            <PendingLinks graph={graph} />
          ) : (
            <FocusPanel
              key={focusId}
              id={focusId}
              node={focus}
              graph={whole}
              onClear={() => focusOn(undefined)}
            />
          )}
          <GraphLegend />
        </div>
      </div>
      <GraphList graph={graph} />
    </div>
  );
}
