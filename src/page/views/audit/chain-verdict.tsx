import type { LogHealthResult } from "../../../tools/page/audit.ts";
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
        <span class="verdict-words">{words.whole(entries)}</span>
        <span>
          {words.head} <code>{head.slice(0, SHORT_HEAD)}</code>
        </span>
      </p>
    );
  }
  return (
    <>
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
