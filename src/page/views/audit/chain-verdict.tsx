import type { LogHealthResult } from "../../../tools/page/health-parts.ts";
import { Mark } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { audit: words } = strings;
const SHORT_HEAD = 16;

export function ChainVerdict({ verdict }: { readonly verdict: LogHealthResult }) {
  const { entries, head, problem, recovered_at } = verdict;
  if (problem === null) {
    return (
      <p class="line-facts">
        <Mark kind="success" word={words.whole(entries)} />
        <span>
          {words.head} <code>{head.slice(0, SHORT_HEAD)}</code>
        </span>
      </p>
    );
  }
  return (
    <>
      <p>
        <Mark kind="failure" word={strings.health.bad} />
      </p>
      <p>
        <Stored text={words.broken(entries, problem)} />
      </p>
      <p>
        {recovered_at === null ? (
          words.tampered
        ) : (
          <>
            {words.recovered} <When at={recovered_at} />
          </>
        )}
      </p>
    </>
  );
}
