/** The modules of the Membria document. A setting can add more. */
export const MODULES = ["database", "auth", "api", "frontend", "backend", "infra"] as const;

export const GENERAL_DOMAIN = "general";

/** English words that point to a domain. The domain with the most distinct hits wins. */
const DOMAIN_WORDS: Readonly<Record<(typeof MODULES)[number], RegExp>> = {
  database:
    /\b(databases?|db|sql|nosql|postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|redis|falkordb|schemas?|migrations?|index(?:es)?|quer(?:y|ies)|tables?|orm|transactions?|replicas?|sharding)\b/gi,
  auth: /\b(auth(?:n|z)?|authentication|authorization|oauth|oidc|saml|sso|jwt|tokens?|sessions?|logins?|passwords?|permissions?|roles?|rbac|credentials?|mfa|2fa)\b/gi,
  api: /\b(apis?|rest(?:ful)?|graphql|grpc|endpoints?|openapi|webhooks?|rpc|pagination|versioning)\b/gi,
  frontend:
    /\b(frontend|front-end|ui|ux|react|vue|svelte|angular|css|html|tailwind|components?|browser|dom|vite|webpack|next\.?js)\b/gi,
  backend:
    /\b(backend|back-end|servers?|services?|microservices?|queues?|workers?|jobs?|cach(?:e|es|ing)|express|fastify|django|flask|rails|kafka|rabbitmq|monolith)\b/gi,
  infra:
    /\b(infra(?:structure)?|kubernetes|k8s|docker|containers?|terraform|aws|gcp|azure|ci|cd|deploy(?:s|ment|ments)?|pipelines?|monitoring|observability|cdn|dns|nginx|helm)\b/gi,
};

/** The domain of a statement, or `general`. Ties go to the first in `MODULES`. */
export function detectDomain(text: string): string {
  let best: string = GENERAL_DOMAIN;
  let most = 0;
  for (const domain of MODULES) {
    const hits = new Set((text.match(DOMAIN_WORDS[domain]) ?? []).map((word) => word.toLowerCase())).size;
    if (hits > most) [best, most] = [domain, hits];
  }
  return best;
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
