/**
 * The domains that have a name of their own: detection finds these, and an argument `module` takes them. The six of the
 * Membria document come first. A setting adds modules, and a decision may have another domain, too.
 */
export const DOMAINS = [
  "database",
  "auth",
  "api",
  "frontend",
  "backend",
  "infra",
  "testing",
  "security",
  "performance",
  "data",
  "ml",
  "payments",
  "product",
  "mobile",
  "devops",
  "documentation",
  "architecture",
  "process",
  "dependencies",
] as const;

export type Domain = (typeof DOMAINS)[number];

/** What detection answers when it finds no domain. */
export const GENERAL_DOMAIN = "general";

/** What people call the domains besides their names, for the refusal of an unknown module. */
const OTHER_NAMES: Readonly<Record<Domain, string>> = {
  database: "db dbs sql nosql postgres mysql persistence storage schema",
  auth: "authn authz authentication authorization authorisation identity iam login sso permissions",
  api: "rest graphql grpc rpc endpoint endpoints interface contract",
  frontend: "ui ux web client browser css design-system fe",
  backend: "server services service microservices be",
  infra: "k8s kubernetes cloud aws gcp azure hosting network networking platform terraform",
  testing: "test tests qa quality e2e",
  security: "privacy compliance crypto encryption secrets infosec appsec",
  performance: "perf speed latency optimization optimisation caching scalability",
  data: "analytics etl reporting bi pipeline pipelines",
  ml: "ai llm machine-learning machine_learning models",
  payments: "billing checkout commerce pricing finance money",
  product: "business features feature pm ux-research",
  mobile: "ios android app apps",
  devops:
    "ops ci cd cicd ci-cd ci_cd sre deploy deployment deployments release releases monitoring observability build",
  documentation: "docs doc adr readme wiki",
  architecture: "design structure modules system",
  process: "workflow team governance agile management conventions",
  dependencies: "deps packages package libraries library vendor npm upgrades",
};

const DOMAIN_BY_OTHER_NAME: ReadonlyMap<string, Domain> = new Map(
  DOMAINS.flatMap((domain) => OTHER_NAMES[domain].split(" ").map((name) => [name, domain] as const)),
);

/** The domain that people also call `name`. */
export const domainCalled = (name: string): Domain | undefined => DOMAIN_BY_OTHER_NAME.get(name);
