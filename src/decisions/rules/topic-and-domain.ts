/** The domains, and how the topic and the domain of a decision are found in the words of its statement. */

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

type Domain = (typeof DOMAINS)[number];

/** The answer of detection when it finds no domain. */
export const GENERAL_DOMAIN = "general";

/** Other names that people have for the domains, for the refusal of an unknown module. */
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

const LONGEST_PHRASE = 3;

type Weights = ReadonlyMap<Domain, number>;
let weightsByTerm: ReadonlyMap<string, Weights> | undefined;

/**
 * The domain that the words of a statement point to, or `general`. Each word counts once, with its weight. The further
 * texts (topic, reasoning, alternatives) decide only between domains that the statement leaves equal, or where it names
 * none; giving them more weight was no better on the labelled records, and the domain would depend more on who asks. What
 * is still equal goes to the domain that is named first, or of those that one word names, to the first in the list.
 */
export function detectDomain(statement: string, further: readonly string[] = []): string {
  const said = bestOf(scoresOf(statement));
  if (said.length === 1) return said[0] ?? GENERAL_DOMAIN;
  const beside = scoresOf(further.join("\n"));
  const left = said.length === 0 ? beside : new Map(said.map((domain) => [domain, beside.get(domain) ?? 0]));
  return bestOf(left)[0] ?? GENERAL_DOMAIN;
}

/** The domains with the highest score, in the order of the text. */
function bestOf(scores: ReadonlyMap<Domain, number>): Domain[] {
  const highest = Math.max(...scores.values());
  return [...scores].filter(([, score]) => score === highest).map(([domain]) => domain);
}

/** The sum of the weights of the distinct terms, by domain in the order in which they appear. */
function scoresOf(text: string): Map<Domain, number> {
  const scores = new Map<Domain, number>();
  for (const term of termsIn(text)) {
    for (const [domain, weight] of knownTerms().get(term) ?? []) {
      scores.set(domain, (scores.get(domain) ?? 0) + weight);
    }
  }
  return scores;
}

/** The distinct terms of a text that point to a domain, the longest at each place. */
function termsIn(text: string): Set<string> {
  const words = basicForms(text);
  const known = knownTerms();
  const found = new Set<string>();
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST_PHRASE, words.length - at);
    while (length > 1 && !known.has(words.slice(at, at + length).join(" "))) length--;
    found.add(words.slice(at, at + length).join(" "));
    at += length;
  }
  return found;
}

/** Made when first needed, so that the start does not pay for it. */
function knownTerms(): ReadonlyMap<string, Weights> {
  if (weightsByTerm) return weightsByTerm;
  const terms = new Map<string, Map<Domain, number>>();
  for (const domain of DOMAINS) {
    for (const weight of [1, 2, 3] as const) {
      for (const term of DOMAIN_WORDS[domain][weight].split(",")) {
        const key = basicForms(term).join(" ");
        terms.set(key, (terms.get(key) ?? new Map<Domain, number>()).set(domain, weight));
      }
    }
  }
  weightsByTerm = terms;
  return terms;
}

/** The words of a text in lower case without the endings of plurals and verbs: `caches`, `cached`, `caching` are one. */
function basicForms(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).map(basicForm);
}

function basicForm(word: string): string {
  const singular = word
    .replace(/(?<=.{2})ies$/, "y")
    .replace(/(?<=s|x|z|ch|sh)es$/, "")
    .replace(/(?<=.{2}[^siu])s$/, "");
  const verb = singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  return verb.length > 3 ? verb.replace(/e$/, "") : verb;
}

const STOP_WORDS = new Set(
  "a an and are as at be by for from in instead into is it of on or our over should so that the their then this to use using we will with".split(
    " ",
  ),
);

/** A word that can be in any statement and says nothing about its subject. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** A short name for a statement, for display only: it never makes decisions supersede or repeat each other. */
export function deriveTopic(statement: string): string {
  const words = statement.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const contentWords = words.filter((word) => !isStopWord(word));
  return (contentWords.length > 0 ? contentWords : words).slice(0, 5).join("_") || GENERAL_DOMAIN;
}

/** Words and short phrases, by how surely they point to the domain: 3 for its own, 2 for usual ones, 1 for hints. */
interface DomainWords {
  readonly 3: string;
  readonly 2: string;
  readonly 1: string;
}

/**
 * English words in their basic form; detection also recognises plurals and verb forms. A phrase counts instead of the
 * words in it. A word may point to several domains.
 */
export const DOMAIN_WORDS: Readonly<Record<Domain, DomainWords>> = {
  database: {
    3: "database, db, dbms, rdbms, sql, nosql, postgres, postgresql, mysql, mariadb, sqlite, mongodb, mongo, dynamodb, cassandra, cockroachdb, redis, falkordb, neo4j, rds, orm, prisma, typeorm, sqlalchemy, activerecord, foreign key, primary key, stored procedure, materialized view, database migration, schema migration, sql query, read replica, connection pool, key value store",
    2: "schema, table, transaction, replica, sharding, shard, index, indexes, migration, query, isolation level, row level, denormalize, normalization, key value, soft delete, upsert, vacuum",
    1: "column, row, join, storage, store, persistence, persist, record",
  },
  auth: {
    3: "auth, authn, authz, authentication, authenticate, authorization, authorisation, authorize, authorise, oauth, oauth2, oidc, openid, saml, sso, single sign on, jwt, login, log in, sign in, signin, password, passkey, webauthn, mfa, 2fa, two factor, multi factor, rbac, abac, iam, identity provider, access token, refresh token, bearer token, session cookie, session token, service account, cognito, auth0, okta, keycloak, ldap, active directory, access control, user access, console access, magic link, credential helper",
    2: "permission, role, session, identity, credential, token, privilege, api key, impersonate, impersonation, cookie",
    1: "user, account, access, admin, tenant",
  },
  api: {
    3: "api, graphql, grpc, endpoint, openapi, swagger, webhook, rpc, json rpc, protobuf, protocol buffer, rest, restful, trpc, public interface, status code, error code, wire format, api version, sdk, json api",
    2: "pagination, idempotency, idempotent, versioning, http, request, response, header, json, json schema, protocol, contract, payload, content negotiation, client library, backward compatible, backwards compatible, breaking change, specification",
    1: "client, parameter, interface, method, spec, compatibility, error",
  },
  frontend: {
    3: "frontend, front end, ui, ux, react, vue, svelte, angular, css, sass, scss, html, tailwind, dom, next js, nextjs, nuxt, webpack, vite, storybook, jquery, design system, design token, spa, single page, user interface, accessibility, wcag, aria, web component, server side rendering, ssr, hydration, javascript, screen reader, stylesheet, microcopy, css class, react component",
    2: "component, browser, page, button, form, layout, font, theme, dark mode, typography, icon, polyfill, breakpoint, css module, template, nunjucks, typescript, markup, markdown",
    1: "view, render, style, responsive, modal, menu, navigation, dashboard, widget, web, bundle, display, class",
  },
  backend: {
    3: "backend, back end, server side, microservice, message queue, job queue, background job, event bus, message broker, worker, kafka, rabbitmq, sqs, celery, sidekiq, express, fastify, django, flask, rails, spring boot, nestjs, fastapi, laravel, business logic, controller, email notification",
    2: "queue, server, service, job, broker, pubsub, pub sub, publisher, subscriber, subscribe, consumer, producer, message, messaging, cron, scheduler, retry, middleware, connection, rate limit, rate limiting, stream, concurrency, thread, goroutine, async, daemon, email, notification",
    1: "handler, event, runtime, configuration, route, router, state, cache, node",
  },
  infra: {
    3: "infra, infrastructure, kubernetes, k8s, eks, gke, aks, docker, terraform, pulumi, cloudformation, crossplane, aws, gcp, azure, cloud, vpc, subnet, dns, cdn, nginx, load balancer, ingress, helm, cluster, ec2, lambda, s3, fargate, ecs, ecr, autoscaling, service mesh, istio, route53, virtual machine, availability zone, disaster recovery, prometheus, grafana, kibana, elasticsearch, opensearch, fluentd, serverless, container registry, ip address, ip range, domain name, hostname, graviton, cloudfront, fastly, cloudwatch, openstack, vmware, ansible",
    2: "container, containerize, containerise, network, networking, region, bucket, hosting, hosted, observability, monitoring, monitor, alert, alerting, telemetry, tracing, logging, log, backup, namespace, provision, provisioning, vm, platform, proxy, vpn, gateway, compute, environment variable, instance, workspace, multi account, windows, linux",
    1: "server, host, storage, resource, capacity, image, environment, managed, metric, deploy, deployment, node, account, volume",
  },
  testing: {
    3: "test, testing, unit test, integration test, e2e, end to end, playwright, cypress, jest, vitest, pytest, junit, rspec, selenium, terratest, test suite, coverage, test coverage, mock, fixture, property based, fuzz, fuzzing, smoke test, regression test, qa, tdd, contract test, test double",
    2: "flaky, acceptance, assertion, prototype, regression, quality assurance, stub, test data",
    1: "verify, verification, quality, scenario",
  },
  security: {
    3: "security, secure, encrypt, encryption, encrypted, tls, mtls, ssl, https, certificate, secret, secrets management, vault, kms, vulnerability, cve, xss, csrf, sql injection, csp, cors, threat, attack, firewall, waf, penetration test, cryptography, gdpr, pii, privacy, compliance, sbom, provenance, supply chain, sandbox, harden, hardening, key rotation, private key, public key, cosign, sigstore, ocsp, ddos, fraud, security scan, network firewall, admission audit log, personal data, open policy agent, gatekeeper",
    2: "signature, sign, signing, audit, auditing, scan, scanning, trust, redact, redaction, leak, rotate, rotation, sensitive, malicious, abuse, verification, proof, policy",
    1: "key, hash, isolation, protect, risk, restrict, safe, allowlist",
  },
  performance: {
    3: "performance, cache, performant, latency, throughput, benchmark, profiling, profiler, p95, p99, load test, memory leak, optimization, optimisation, optimize, optimise, bottleneck, memory usage, cpu usage, lazy load, lazy loading, core web vitals, slow, speed up, bulk, cold start",
    2: "memory, cpu, overhead, batch, batching, compression, compress, prefetch, parallel, gzip, speed, fast, faster, scalability, n 1",
    1: "size, efficient, efficiency, scale, timeout, cost",
  },
  data: {
    3: "data pipeline, data warehouse, data lake, etl, elt, dbt, airflow, spark, snowflake, bigquery, redshift, analytics, data model, data modelling, data format, dataset, data platform, data quality, data retention, retention, csv, parquet, avro, arrow, business intelligence, change history, version history, ttl, semantic convention, data migration, aggregation",
    2: "stream, data, ingest, ingestion, export, import, serialization, serialize, encoding, report, reporting, history, sampling, replication, mirror, mirroring, sourcing, metadata, stream processing, tagging, telemetry event, taxonomy, key value, namespace",
    1: "attribute, field, statistic, metric, event, schema, value, store, format, bucket, content, record",
  },
  ml: {
    3: "ml, machine learning, deep learning, llm, ai, artificial intelligence, model training, neural, embedding, vector search, rag, prompt, gpt, openai, pytorch, tensorflow, inference, fine tune, fine tuning, classifier, recommender, recommendation engine, hyperparameter, gpu, feature store, mlflow, transformer, nlp, training data, language ",
    2: "training, train, prediction, predict, classification, semantic search",
    1: "model, agent",
  },
  payments: {
    3: "payment, stripe, paypal, billing, invoice, checkout, subscription, refund, pci, credit card, payout, vat, currency, pricing, ledger, fee, wallet, iban, sepa, adyen, braintree, gas price, price, tax, chargeback",
    2: "inflation, charge, cart, coupon, discount, purchase, gas, money",
    1: "order, amount, customer",
  },
  product: {
    3: "product management, product strategy, roadmap, feature request, mvp, onboarding, a b test, user research, customer feedback, persona, user story, backlog, go to market, kpi, okr, vision, user need, product name",
    2: "product, feature, customer, user experience, scope, market, stakeholder, launch, branding, requirement",
    1: "user, business, goal, churn, direction",
  },
  mobile: {
    3: "mobile, ios, android, swift, swiftui, kotlin, react native, flutter, expo, app store, play store, push notification, apk, xcode, tablet, phone, smartphone, deep link, mobile app",
    2: "device, offline, offline first, touch",
    1: "app, screen",
  },
  devops: {
    3: "devops, ci, cd, cicd, continuous integration, continuous delivery, continuous deployment, github actions, gitlab ci, jenkins, circleci, argo, argocd, concourse, gitops, buildpack, dockerfile, docker image, build pipeline, deployment pipeline, release pipeline, rollback, rollout, canary, blue green, feature flag, sre, runbook, build phase, cli tool",
    2: "deploy, deployment, pipeline, build, builder, artifact, release, registry, image, automate, automation, staging, distribution, command line, cli, incident, on call, bash",
    1: "script, tooling, tool, environment, makefile, environment variable, configuration, publish, binary, workflow, flag, stack",
  },
  documentation: {
    3: "documentation, docs, document, readme, changelog, adr, decision record, architecture decision, architecture decision record, docstring, wiki, handbook, tutorial, docusaurus, mkdocs, javadoc, glossary, terminology, style guide, landing page, api docs",
    2: "guide, diagram, guideline, naming, write up, description, example, comment, term, definition",
    1: "explain, describe, page, record",
  },
  architecture: {
    3: "architecture, architectural, monolith, modular, hexagonal, domain driven, ddd, domain model, domain modelling, event sourcing, cqrs, event driven, layered, bounded context, design pattern, dependency injection, plugin, extensibility, decouple, coupling, multi tenant, separation of concerns, service oriented, clean architecture, state machine",
    2: "abstraction, modularize, boundary, pattern, structure, restructure, module, consensus, ordering, propagation, context propagation",
    1: "design, system, integration, layer, split, core, context, model",
  },
  process: {
    3: "process, code review, pull request, agile, scrum, kanban, sprint, governance, branching strategy, trunk based, git flow, gitflow, commit message, conventional commit, definition of done, standup, retrospective, working agreement, contributor, maintainer, ownership, codeowners, release process, release cadence, deprecation policy, issue tracker, jira, support policy, coding standard, lint, linter, linting, eslint, prettier, triage, steering, rfc, maturity level, semantic versioning, core language, programming language, monorepo",
    2: "review, convention, workflow, guideline, deprecation, deprecate, approval, approve, team, standard, meeting, responsibility, branch, repository, git, github, community, upgrading, proposal, policy, formatting",
    1: "decision, decide, repo, agree, support, author, language",
  },
  dependencies: {
    3: "dependency, dependabot, renovate, npm, yarn, pnpm, package manager, lockfile, lock file, third party, vendoring, pin version, cargo, pip, poetry, maven, gradle, peer dependency, transitive, package json, up to date, npm package, version bump, node version",
    2: "package, library, upgrade, bump, pin, licence, license, framework, fork, semver, module, patch version",
    1: "version, install, update, versions",
  },
};
