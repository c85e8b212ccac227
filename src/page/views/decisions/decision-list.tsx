import { useMemo, useRef, useState } from "preact/hooks";
import type { ListedDecision, SearchDecisionsResult } from "../../../tools/page/decisions.ts";
import { ALL_PROJECTS, useShownProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { mayWrite, useSession } from "../../net/use-session.ts";
import { Command } from "../../parts/command.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty, Failed, Loading } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { useAddress } from "../../route/address.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";
import { DecisionLine } from "./decision-line.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, filtersIn, isFiltered, listInput } from "./filters.ts";
import { CaptureDialog } from "./new-decision-dialogs.tsx";
import { usePages } from "./use-pages.ts";

const { decisions: words } = strings;
const ROW_HEIGHTS = { wide: 4.5, narrow: 7.75 };

export function DecisionList() {
  const { query } = useAddress();
  const filters = filtersIn(query);
  const isSearch = filters.q.trim() !== "" && filters.how !== "text";
  const isOneProject = useShownProject() !== ALL_PROJECTS;
  const mayCapture = mayWrite(useSession()) && isOneProject;
  const [isCapturing, setCapturing] = useState(false);
  useShortcuts(
    mayCapture ? { c: { meaning: strings.acts.capture.button, run: () => setCapturing(true) } } : {},
  );
  const capture = (
    <button type="button" class="button" onClick={() => setCapturing(true)}>
      {strings.acts.capture.button}
    </button>
  );
  return (
    <Page title={strings.views.decisions} actions={mayCapture ? capture : null}>
      <FilterBar filters={filters} />
      {isSearch ? <Found filters={filters} /> : <Listed filters={filters} />}
      {isCapturing ? <CaptureDialog onClose={() => setCapturing(false)} /> : null}
    </Page>
  );
}

function Listed({ filters }: { readonly filters: Filters }) {
  const pages = usePages(listInput(filters, new Date()));
  const { total, failure } = pages;
  const hasFilters = isFiltered(filters);
  return (
    <>
      <p class="found-count" role="status">
        {total ? (hasFilters ? words.leadFiltered(total) : words.lead(total)) : null}
      </p>
      {failure ? <Failed failure={failure} onRetry={pages.refresh} /> : null}
      {total === undefined && !failure ? <Loading /> : null}
      {total === 0 ? <Nothing hasFilters={hasFilters} /> : null}
      {total ? (
        <VirtualList
          label={words.list}
          total={total}
          heights={ROW_HEIGHTS}
          onRange={pages.show}
          row={(index) => {
            const decision = pages.at(index);
            return decision ? <ListedLine decision={decision} /> : <span class="line-awaited" />;
          }}
        />
      ) : null}
    </>
  );
}

/** Scrolling draws the list again with every frame, and a row only when it is another one. */
function ListedLine({ decision }: { readonly decision: ListedDecision }) {
  return useMemo(() => <DecisionLine decision={decision} />, [decision]);
}

function Found({ filters }: { readonly filters: Filters }) {
  const { text: _, ...input } = listInput(filters, new Date());
  const found = useCall("search-decisions", { query: filters.q.trim(), ...input });
  const last = useRef(found.data);
  // What was found for the words before stays until the next answer, so that nothing jumps while somebody types.
  if (found.data) last.current = found.data;
  const shown = last.current;
  return (
    <>
      <p class="found-count" role="status">
        {shown ? leadOf(shown) : null}
      </p>
      <Answer of={{ ...found, data: shown }}>
        {({ decisions }) =>
          decisions.length === 0 ? <Nothing hasFilters /> : <FoundList decisions={decisions} />
        }
      </Answer>
    </>
  );
}

const leadOf = ({ message, kept_out }: SearchDecisionsResult): string =>
  kept_out === 0 ? message : `${message} ${words.keptOut(kept_out)}`;

function FoundList({ decisions }: Pick<SearchDecisionsResult, "decisions">) {
  useRowKeys(".found a");
  return (
    <ol class="found" aria-label={words.results}>
      {decisions.map((decision) => (
        <li key={decision.id} class="row">
          <DecisionLine decision={decision} />
        </li>
      ))}
    </ol>
  );
}

function Nothing({ hasFilters }: { readonly hasFilters: boolean }) {
  if (hasFilters) {
    return (
      <Empty title={words.nothing}>
        <p>{words.nothingHint}</p>
      </Empty>
    );
  }
  return (
    <Empty title={words.none}>
      <p>{words.noneHint}</p>
      <Command text={words.noneCommand} />
    </Empty>
  );
}
