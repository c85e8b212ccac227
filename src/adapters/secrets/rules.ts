import { ASSIGNMENT_RULES } from "./assignment-rules.ts";
import { CARRIER_RULES } from "./carrier-rules.ts";
import { NAMED_RULES } from "./named-rules.ts";
import type { SecretRule } from "./rule.ts";
import { TOKEN_RULES } from "./token-rules.ts";

/** More specific rules come first: if findings overlap, the first rule names the secret. */
export const RULES: readonly SecretRule[] = [...CARRIER_RULES, ...TOKEN_RULES, ...ASSIGNMENT_RULES];

export const STRICT_RULES: readonly SecretRule[] = [...RULES, ...NAMED_RULES];
