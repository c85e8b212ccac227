import type { GetFiguresResult } from "../../../tools/page/health.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";

const { health: words } = strings;

/** What the server counted since it started. */
export function ServerFigures({
  server: { requests, latency, tools, caches },
}: {
  readonly server: NonNullable<GetFiguresResult["server"]>;
}) {
  const used = caches.filter(({ hits, misses }) => hits + misses > 0);
  return (
    <section class="panel stack" aria-labelledby="server">
      <h2 id="server">{words.server}</h2>
      <Facts>
        <Fact name={words.requests}>
          <span class="number">{requests.toLocaleString("en")}</span>
        </Fact>
        <Fact name={words.latency}>
          {latency ? words.latencyText(latency.p50, latency.p95, latency.p99) : words.latencyNone}
        </Fact>
        <Fact name={words.tools}>
          {tools.length === 0 ? (
            words.toolsNone
          ) : (
            <ul class="plain">
              {tools.map(({ tool, calls, errors }) => (
                <li key={tool}>
                  <code>{tool}</code> <span class="number">{words.toolCalls(calls, errors)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {used.length === 0 ? null : (
          <Fact name={words.caches}>
            <ul class="plain">
              {used.map(({ cache, hits, misses }) => (
                <li key={cache}>{words.cache(cache, percent(hits / (hits + misses)))}</li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </section>
  );
}
