type Json = Record<string, unknown>;

/** The only objects of a result whose names and values are the caller's own, so that only these can be of any size. */
const MEASUREMENTS: ReadonlySet<string> = new Set(["performance_metrics", "metrics"]);
const KEPT_NAMES = 10;
/** A longer value is replaced by its length. */
const LONGEST_VALUE = 300;

/** Shortens the measurements of a result, in place. Returns a note for each kind of them that was cut. */
export function shortenMeasurements(result: Json): string[] {
  const cut = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (!MEASUREMENTS.has(key) || !isObject(item)) visit(item);
      else {
        const kept = shortened(item);
        if (JSON.stringify(kept) === JSON.stringify(item)) continue;
        (value as Json)[key] = kept;
        cut.set(key, (cut.get(key) ?? 0) + Object.keys(item).length - Object.keys(kept).length);
      }
    }
  };
  visit(result);
  return [...cut].map(([key, names]) =>
    names > 0 ? `${key} has ${names} more names.` : `Long values of ${key} were left out.`,
  );
}

const shortened = (measured: Json): Json =>
  Object.fromEntries(
    Object.entries(measured)
      .slice(0, KEPT_NAMES)
      .map(([name, value]) => {
        const { length } = JSON.stringify(value);
        return [name, length > LONGEST_VALUE ? `… (${length} characters)` : value];
      }),
  );

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
