import * as z from "zod";
import { Fault } from "../domain/shared/errors.ts";

/** The repeatable flag `--metric name=value`. */
export const Metrics = z.array(z.string()).default([]).describe("A measurement, as name=value.");

/** The measurements by name; numerals become numbers. Undefined if there are none. */
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
  return new Fault("invalid", `A metric needs a name and a value; received ${JSON.stringify(received)}.`, {
    field: "metric",
    received,
    reason: "invalid_metric",
    hint: "Write it as --metric p95_ms=120.",
  });
}
