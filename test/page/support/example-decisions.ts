/** A decision of the example: a team that builds a shop, over half a year. */
export interface ExampleDecision {
  /** Days before now. */
  readonly ago: number;
  readonly statement: string;
  readonly domain: string;
  readonly confidence?: number;
  readonly reasoning?: string;
  readonly alternatives?: readonly string[];
  readonly assumptions?: readonly string[];
  readonly risks?: readonly string[];
  readonly consequences?: readonly string[];
  readonly topic?: string;
  /** Otherwise the agent decided it. */
  readonly person?: string;
  /** Days after the decision, how it worked out, and what was learned. */
  readonly outcome?: readonly [number, "success" | "partial" | "failure", string?];
  /** The statement of the one that it replaces. */
  readonly replaces?: string;
}

export const EXAMPLE_DECISIONS: readonly ExampleDecision[] = [
  {
    ago: 176,
    statement: "Keep orders in MongoDB, one document each",
    domain: "database",
    confidence: 0.85,
    topic: "order storage",
    reasoning: "An order is read as a whole nearly always, and the shape still changes every week.",
    alternatives: ["PostgreSQL with a JSON column", "DynamoDB"],
    outcome: [41, "failure", "Refunds touch several orders at once, and nothing kept them consistent."],
  },
  {
    ago: 172,
    statement: "Render the catalogue on the server and add behaviour with islands",
    domain: "frontend",
    confidence: 0.7,
    reasoning: "Most visitors come from a search and leave after one page; the first paint counts.",
    alternatives: ["A single-page application", "A static site that is built every hour"],
    outcome: [50, "success", "The first paint fell from 2.4 s to 0.9 s on a slow phone."],
  },
  {
    ago: 168,
    statement: "Sign sessions with a cookie instead of a token in local storage",
    domain: "auth",
    confidence: 0.9,
    reasoning: "A script of another origin cannot read a cookie that is HttpOnly.",
    outcome: [30, "success"],
  },
  {
    ago: 161,
    statement: "Retry every failed payment three times with the same idempotency key",
    domain: "payments",
    confidence: 0.8,
    reasoning: "The provider drops about one request in two thousand.",
    risks: ["A retry after a timeout may charge twice if the key is lost."],
    outcome: [22, "success", "No double charge in four months."],
  },
  {
    ago: 155,
    statement: "Run the nightly stock import inside the web process",
    domain: "backend",
    confidence: 0.75,
    reasoning: "It takes two minutes and needs no other machine.",
    outcome: [14, "failure", "It grew to twenty minutes and starved requests of memory."],
  },
  {
    ago: 149,
    statement: "Move the stock import to a worker with its own queue",
    domain: "backend",
    confidence: 0.8,
    replaces: "Run the nightly stock import inside the web process",
    reasoning: "Requests and imports have different peaks, and a queue survives a restart.",
    alternatives: ["A cron job on a second machine", "Import in small steps during the day"],
    outcome: [40, "success"],
  },
  {
    ago: 142,
    statement: "Write end-to-end tests only for the paths that take money",
    domain: "testing",
    confidence: 0.65,
    person: "ana",
    reasoning: "The suite took 40 minutes and failed at random; unit tests cover the rest.",
    outcome: [60, "partial", "Faster, but a broken address form went unnoticed for a day."],
  },
  {
    ago: 135,
    statement: "Keep orders in PostgreSQL with a table for lines",
    domain: "database",
    confidence: 0.85,
    topic: "order storage",
    replaces: "Keep orders in MongoDB, one document each",
    reasoning:
      "Refunds need a transaction over several orders.\n\nThe report of the provider is at https://status.example.org/incidents/2217 and names the same cause.",
    alternatives: ["MongoDB with multi-document transactions", "Event sourcing"],
    assumptions: [
      "Orders stay below fifty million rows for two years.",
      "The team knows SQL better than aggregation pipelines.",
    ],
    risks: ["The migration has to run while the shop is open."],
    consequences: ["Reports read from a replica."],
    outcome: [45, "success", "Refunds are consistent, and reports got simpler."],
  },
  {
    ago: 128,
    statement: "Cache prices for an hour at the edge",
    domain: "performance",
    confidence: 0.9,
    reasoning: "Prices change once a day, and the price service is slow in the evening.",
    outcome: [10, "failure", "A campaign started at noon, and old prices stood there for an hour."],
  },
  {
    ago: 120,
    statement: "Cache prices for a minute, and drop the cache when a campaign starts",
    domain: "performance",
    confidence: 0.75,
    replaces: "Cache prices for an hour at the edge",
    reasoning: "A minute already takes off most of the load.",
    outcome: [35, "success"],
  },
  {
    ago: 110,
    statement: "Search products with PostgreSQL full text instead of Elasticsearch",
    domain: "data",
    confidence: 0.6,
    reasoning: "There are 60,000 products, and one machine less to run.",
    alternatives: ["Elasticsearch", "Typesense"],
    outcome: [48, "partial", "Fast enough; typing errors find nothing."],
  },
  {
    ago: 101,
    statement: "Give every service its own database user with the least it needs",
    domain: "security",
    confidence: 0.85,
    person: "ana",
    outcome: [30, "success"],
  },
  {
    ago: 94,
    statement: "Deploy on every merge, with a switch for what is not finished",
    domain: "devops",
    confidence: 0.7,
    reasoning: "Small changes are easier to take back than a release of two weeks.",
    outcome: [42, "success", "Nine of ten incidents were taken back within five minutes."],
  },
  {
    ago: 83,
    statement: "Version the public API by a header instead of the path",
    domain: "api",
    confidence: 0.55,
    alternatives: ["/v2/ in the path", "A new host name"],
    outcome: [33, "failure", "Partners test with a browser and never send the header."],
  },
  {
    ago: 74,
    statement: "Use the version in the path for the public API",
    domain: "api",
    confidence: 0.8,
    replaces: "Version the public API by a header instead of the path",
    person: "ben",
  },
  {
    ago: 66,
    statement: "Store times in UTC and show them in the time zone of the customer",
    domain: "backend",
    confidence: 0.95,
    outcome: [20, "success"],
  },
  {
    ago: 58,
    statement: "Let guests check out without an account",
    domain: "product",
    confidence: 0.65,
    person: "ben",
    reasoning: "Four of ten carts are left at the sign-in page.",
    outcome: [28, "success", "Orders rose by seven per cent; support has more questions about orders."],
  },
  {
    ago: 49,
    statement: "Send e-mails from a queue with one retry an hour",
    domain: "backend",
    confidence: 0.7,
    reasoning: "The provider limits bursts.",
  },
  {
    ago: 44,
    statement: "Pin dependencies exactly and update them every Monday",
    domain: "dependencies",
    confidence: 0.75,
  },
  {
    ago: 38,
    statement: "Write addresses in one line and let a service take them apart",
    domain: "frontend",
    confidence: 0.6,
    reasoning: "Forms with eight fields lose people on a phone.",
    alternatives: ["Fields that depend on the country"],
    risks: ["The service does not know new streets."],
  },
  {
    ago: 31,
    statement: "Use feature switches from the database, read every ten seconds",
    domain: "infra",
    confidence: 0.8,
  },
  {
    ago: 24,
    statement: "Keep sessions in Redis for an hour after the last request",
    domain: "auth",
    confidence: 0.7,
    reasoning: "Signed cookies cannot be ended, and support asks for that.",
  },
  {
    ago: 17,
    statement: "Test the payment path against the sandbox of the provider once a day",
    domain: "testing",
    confidence: 0.7,
    person: "ana",
  },
  {
    ago: 9,
    statement: "Show stock as 'few left' below five instead of a number",
    domain: "product",
    confidence: 0.5,
    person: "ben",
  },
  {
    ago: 5,
    statement: "Compress product images as AVIF with a fallback to JPEG",
    domain: "performance",
    confidence: 0.85,
    reasoning: "Images are two thirds of what a page weighs.",
  },
  {
    ago: 2,
    statement: "Move the worker queue from Redis to PostgreSQL",
    domain: "infra",
    confidence: 0.6,
    reasoning: "One thing less to run, and a job can be written in the same transaction as an order.",
    alternatives: ["Keep Redis", "RabbitMQ"],
  },
];
