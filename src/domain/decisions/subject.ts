/** The areas the Membria document names. A setting may add more. */
export const MODULES = ["database", "auth", "api", "frontend", "backend", "infra"] as const;

export const GENERAL = "general";

/** Words that give a domain away. English, stems as they are typed; the longest list does not win, the most hits do. */
const CLUES: Readonly<Record<(typeof MODULES)[number], RegExp>> = {
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

/** The area a statement speaks of, or `general`. Ties go to the order of `MODULES`. */
export function detectDomain(text: string): string {
  let best: string = GENERAL;
  let most = 0;
  for (const domain of MODULES) {
    const hits = new Set((text.match(CLUES[domain]) ?? []).map((word) => word.toLowerCase())).size;
    if (hits > most) [best, most] = [domain, hits];
  }
  return best;
}

const FILLER = new Set(
  "a an and are as at be by for from in instead into is it of on or our over should so that the their then this to use using we will with".split(
    " ",
  ),
);

/** Stands in any statement, and says nothing of what it is about. */
export const isFiller = (word: string): boolean => FILLER.has(word);

/** A short name for a statement, for display only: it never supersedes or deduplicates. */
export function deriveTopic(statement: string): string {
  const words = statement.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !isFiller(word));
  return (telling.length > 0 ? telling : words).slice(0, 5).join("_") || GENERAL;
}
