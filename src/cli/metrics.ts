import * as z from "zod";
import { Fault } from "../domain/shared/errors.ts";

/** `--metric name=value`, as often as there are any. */
export const Metrics = z.array(z.string()).default([]).describe("A measurement, as name=value.");

/** The measurements by name; a value that reads as a number is one. Undefined when there are none. */
export function metricsOf(pairs: readonly string[]): Record<string, number | string> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw notAPair(pair);
      const number = Number(value);
      return [name, value.trim() !== "" && Number.isFinite(number) ? number : value];
    }),
  );
}

function notAPair(received: string): Fault {
  return new Fault("invalid", `A metric is a name and a value, and received ${JSON.stringify(received)}.`, {
    field: "metric",
    received,
    reason: "invalid_metric",
    hint: "Write it as --metric p95_ms=120.",
  });
}
