import { anomalies } from "./anomalies.ts";
import { foundation } from "./foundation.ts";
import { guidance } from "./guidance.ts";
import { insights } from "./insights.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { moving } from "./moving.ts";
import { skills } from "./skills.ts";
import { usage } from "./usage.ts";

/**
 * The file format, as steps. A step is never edited once released: later changes are further steps.
 * What is queried has a typed column; the rest of a memory is JSON in `body`, with its own `schema_version`.
 */
export const MIGRATIONS: readonly string[] = [
  foundation,
  anomalies,
  skills,
  guidance,
  keys,
  moving,
  links,
  insights,
  usage,
];
