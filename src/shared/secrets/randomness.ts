const PLACEHOLDER_WORD =
  /^(?:change[\W_]?(?:me|it|this)|replace[\W_]?(?:me|this)|redacted|placeholder|pass(?:word|wd|phrase)?\d{0,3}|pwd|pw|secret|token|hidden|masked|undefined|null|none|true|false|example|todo|tbd)[.!]*$/i;

const PLACEHOLDER_PHRASE =
  /\[redacted:|\$\{|\$\(|\{\{|%\(|<[^>]*>|\*{3}|\.{3}|…|x{4}|^(?:your|my|some|the|insert|enter|put|use)[-_ ]|[-_](?:here|goes[-_]here)$|process\.env|os\.environ|getenv|secrets\./i;

/** A placeholder instead of a secret: `<your-token>`, `${TOKEN}`, `changeme`, `xxxx`, `****`. */
export function isPlaceholder(value: string): boolean {
  if (/^[$%@#]?(?:[A-Z][A-Z]*_)+[A-Z]+%?$/.test(value) || /^[$%]\w+%?$/.test(value)) return true;
  return new Set(value).size < 3 || PLACEHOLDER_WORD.test(value) || PLACEHOLDER_PHRASE.test(value);
}

/** A word, an abbreviation or a number: `RFC7519`, `oauth2`, `3600`. */
const WORD = /^(?:[A-Za-z]+\d{0,4}|\d{1,4})$/;

/** A name with a number inside: `k8s`, `argon2id`, `90days`. One of them is a name, several are random. */
const MIXED_WORD = /^(?:\d{1,4}[a-z]{1,4}|(?=.{2,10}$)[A-Za-z]+\d{1,3}[A-Za-z]{1,4})$/;

/** Names with digits that would make ordinary words look random: `Base64URLString`, `Ed25519`. */
const NUMBERED_NAME =
  /base(?:32|58|64)|sha(?:1|256|384|512)|md5|utf(?:8|16)|oauth2|(?:ed|x)25519|x509|secp256|[a-z]s256|0x[0-9a-f]{1,8}$/gi;

/** Identifiers, paths, versions, dates and sentences consist of words; random characters do not. */
export function isWordlike(value: string): boolean {
  const odd = value
    .replace(NUMBERED_NAME, "-")
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z][a-z])/)
    .filter((piece) => piece !== "" && !WORD.test(piece));
  return odd.length === 0 || (odd.length === 1 && odd.every((piece) => MIXED_WORD.test(piece)));
}

const LOCATION = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/[\w.-]*[a-z]{3,}[\w.-]*\/|~\/|[A-Za-z]:\\)/i;

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Ids of decisions and other records: a short prefix and lower-case letters and digits. */
const RECORD_ID = /^(?:dec|out|sig|chk|ins|ctx|lnk|prop|sk)_[a-z0-9]+$/;

const MIN_ENTROPY = 2.8;

/** Whether the value looks randomly generated. */
export function looksRandom(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !isPlaceholder(value) &&
    !isWordlike(value) &&
    !LOCATION.test(value) &&
    !TIMESTAMP.test(value) &&
    !RECORD_ID.test(value) &&
    entropyOf(value) >= Math.min(MIN_ENTROPY, Math.log2(value.length) * 0.75)
  );
}

/** Whether the value looks like a password that a person chose: several kinds of characters and no plain word. */
export function looksChosen(value: string): boolean {
  if (/\s/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s./:-]/].filter((kind) => kind.test(value)).length;
  const varied = kinds >= 3 || (kinds === 2 && /\d/.test(value) && /[A-Za-z]/.test(value));
  return varied && !isPlaceholder(value) && !LOCATION.test(value) && !RECORD_ID.test(value);
}

/** Shannon entropy of the characters, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  let total = 0;
  for (const count of counts.values()) total += count;
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
  return bits;
}
