/** Words in the name of a field, a variable or a flag that say that a secret stands there, as a regular expression. */
export const SECRET_WORDS =
  "passw(?:or)?d|passphrase|secret|token(?!i[sz])|credential|authori[sz]ation|cookie|bearer|jwt|" +
  "(?:api|access|private|signing|encryption|auth|master|ssh)[ _.-]?key";

const SECRET_NAME = new RegExp(`(?:${SECRET_WORDS})|^(?:key|auth|pass|pwd|pin|otp)$`, "i");
const SECRET_NUMBER_NAME = new RegExp(`(?:${SECRET_WORDS})$|^(?:key|auth|pass|pwd|pin|otp)$`, "i");

/**
 * Whether what stands under this name is a secret. A number is one under `password` or `token`,
 * and a count under `tokens`, `token_budget` or `secrets_found`.
 */
export const isSecretName = (name: string, isNumber: boolean): boolean =>
  (isNumber ? SECRET_NUMBER_NAME : SECRET_NAME).test(name);
