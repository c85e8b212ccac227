import { anyId } from "./arguments.ts";
import { oddText, sentence } from "./odd-values.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

/** The address of a resource, mostly one that is there. */
export function address(random: Random, { templates, resources, ids }: World): string {
  if (random.chance(0.2)) return random.pick(resources);
  const template = random.pick(templates);
  const variable = (): string =>
    random.chance(0.8)
      ? anyId(random, ids)
      : random.pick(["all", "database", "%2e%2e", "%", "%zz", oddText(random)]);
  const filled = template
    .replaceAll(/\{\?[^}]*\}/g, (names) =>
      random.chance(0.6) ? query(random, names.slice(2, -1).split(",")) : "",
    )
    .replaceAll(/\{\w+\}/g, () => (random.chance(0.7) ? encoded(variable()) : variable()));
  if (random.chance(0.8)) return filled;
  const at = random.below(filled.length + 1);
  return random.pick([
    filled.slice(0, at) + oddText(random) + filled.slice(at),
    filled.slice(0, at),
    filled.replace("membria:", random.pick(["MEMBRIA:", "file:", "http:", ""])),
    `${filled}${query(random, ["max_tokens", "limit", "__proto__", "uri"])}`,
    `${filled}/../${filled}#${sentence(random, 1)}`,
  ]);
}

/** `encodeURIComponent` refuses a surrogate on its own, which no address can have. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function query(random: Random, names: readonly string[]): string {
  const value = (): string =>
    random.pick([
      () => String(random.between(-2, 2_000)),
      () => oddText(random),
      () => "7d",
      () => "pending",
    ])();
  const pairs = names.filter(() => random.chance(0.5)).map((name) => `${name}=${encoded(value())}`);
  if (random.chance(0.1)) pairs.push(...pairs);
  return `?${pairs.join("&")}`;
}
