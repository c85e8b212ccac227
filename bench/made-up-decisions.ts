import type * as z from "zod";
import type { captureDecision } from "../src/decisions/operations/capture-decision.ts";

export type CaptureInput = z.input<typeof captureDecision.input>;

const words = (text: string): string[] => text.trim().split(/\s+/);

const VERBS =
  words(`adopt keep replace split merge cache shard queue retry expose deprecate move rewrite wrap drop
  batch throttle encrypt version mirror pin vendor stream paginate index compress validate isolate document simplify`);
const THINGS =
  words(`PostgreSQL SQLite Redis Kafka RabbitMQ GraphQL gRPC OpenAPI Kubernetes Terraform React Svelte
  Vite Tailwind Fastify Django Flask nginx OAuth SAML JWT webhooks cron Prometheus Grafana S3 Lambda Docker Helm
  Elasticsearch ClickHouse DuckDB Parquet protobuf WebSockets Playwright Storybook Sentry OpenTelemetry Vault`);
const PARTS =
  words(`orders billing invoices sessions search catalogue checkout shipping inventory pricing reports
  exports imports notifications profiles permissions uploads thumbnails feeds comments ratings refunds taxes
  subscriptions trials coupons audits backups migrations onboarding dashboards alerts quotas tenants regions`);
const NOUNS =
  words(`latency throughput cost team deadline rollout schema contract client server worker replica
  failover incident budget review pipeline release branch tests coverage load traffic peak storage network memory
  startup restart consistency ordering duplicates retries timeouts errors logs metrics traces ownership licence`);
const LINKS = words(`because although while since unless until whenever after before given`);
const STATES =
  words(`grows fails shrinks doubles drifts repeats blocks recovers degrades stays breaks settles scales
  spikes disappears matters overlaps leaks saturates stabilises`);

const SYLLABLES = words("ba de fi go ku la me ni po ru sa te vi wo za dor len mar qui tos");
/** As many words as in a real memory: a word in every text would make full-text search look slow. */
const COINED = 8_000;

/** An endless sequence of realistic decisions; the same seed gives the same sequence. */
export function madeUpDecisions(seed: number): () => CaptureInput {
  const random = mulberry32(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (from: readonly string[]): string => from[below(from.length)]!;
  // Some words are common and most are rare.
  const coin = (): string => coined(Math.floor(random() ** 3 * COINED));
  const name = (): string => `${pick(PARTS)}-${below(900) + 100}`;
  const statement = (): string =>
    `${capital(pick(VERBS))} ${pick(THINGS)} for ${coin()} ${pick(NOUNS)} in ${name()} ${pick(LINKS)} ${coin()} ${pick(STATES)}`;
  const sentence = (): string =>
    `The ${coin()} ${pick(NOUNS)} ${pick(STATES)} ${pick(LINKS)} ${coin()} and ${coin()} share the ${coin()} with ${name()}.`;
  const several = (make: () => string, count: number): string[] => Array.from({ length: count }, make);
  return () => ({
    statement: statement(),
    reasoning: several(sentence, 2 + below(5)).join(" "),
    confidence: below(101) / 100,
    confidenceStated: true,
    alternatives: several(statement, 1 + below(3)),
    assumptions: several(sentence, below(3)),
    riskLevel: (["low", "medium", "high"] as const)[below(3)],
  });
}

/** A pronounceable word for a number, always the same one. */
function coined(index: number): string {
  const digits = [index % 20, Math.floor(index / 20) % 20, Math.floor(index / 400)];
  return digits.map((digit) => SYLLABLES[digit]).join("");
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
