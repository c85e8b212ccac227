/** A regular expression for words in the name of a field, variable or flag that holds a secret. */
export const SECRET_WORDS =
  "passw(?:or)?d|passphrase|secret|token(?!i[sz])|credential|authori[sz]ation|cookie|bearer|jwt|" +
  "(?:api|access|private|signing|encryption|auth|master|ssh)[ _.-]?key";

const SECRET_NAME = new RegExp(`(?:${SECRET_WORDS})|^(?:key|auth|pass|pwd|pin|otp)$`, "i");
const SECRET_NUMBER_NAME = new RegExp(`(?:${SECRET_WORDS})$|^(?:key|auth|pass|pwd|pin|otp)$`, "i");

/**
 * Whether a field with this name holds a secret. A number under `password` or `token` is a secret; one under `tokens`,
 * `token_budget` or `secrets_found` is a count.
 */
export const isSecretName = (name: string, isNumber: boolean): boolean =>
  (isNumber ? SECRET_NUMBER_NAME : SECRET_NAME).test(name);
