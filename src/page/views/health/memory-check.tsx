import type { CheckHealthResult } from "../../../tools/page/health.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";

const { health: words } = strings;

export function MemoryCheck({ memory }: Pick<CheckHealthResult, "memory">) {
  const { location, store, facts, problem } = memory;
  const number = (name: string): number => Number(facts[name] ?? 0);
  return (
    <>
      <p>{words.memoryFound(number("decisions"), number("projects"), strings.parts.size(number("bytes")))}</p>
      {problem === null ? null : (
        <p class="notice notice-problem">
          <Stored text={problem} />
        </p>
      )}
      <details>
        <summary>{words.details}</summary>
        <Facts>
          <Fact name={words.file}>
            <code class="breaks">
              <Stored text={location} />
            </code>
          </Fact>
          <Fact name={words.store}>{store}</Fact>
          {Object.entries(facts).map(([name, value]) => (
            <Fact key={name} name={(words.facts as Readonly<Record<string, string>>)[name] ?? name}>
              {name === "bytes" ? strings.parts.size(Number(value)) : String(value)}
            </Fact>
          ))}
        </Facts>
      </details>
    </>
  );
}
