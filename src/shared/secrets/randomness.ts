const PLACEHOLDER_WORD =
  /^(?:change[\W_]?(?:me|it|this)|replace[\W_]?(?:me|this)|redacted|placeholder|pass(?:word|wd|phrase)?\d{0,3}|passwor[td]|pwd|pw|secret|token|hidden|masked|undefined|null|none|true|false|example|todo|tbd)[.!]*$/i;

const PLACEHOLDER_PHRASE =
  /\[redacted:|\$\{[\w.]|\$\([a-z]|\{\{|%\([a-z]|<[\p{L}\d _.:/-]*>|\*{3}|\.{3}|…|x{4}|^required\||^(?:your|my|some|the|insert|enter|put|use|dein|ihr|votre|tu)[_ -]|[_-](?:here|goes[-_]here)$|process\.env|os\.environ|getenv|secrets\./iu;

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

const pieces = (value: string): string[] =>
  value.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z][a-z])/).filter((piece) => piece !== "");

/** Identifiers, paths, versions, dates and sentences consist of words; random characters do not. */
function isWordlike(value: string): boolean {
  const odd = pieces(value.replace(NUMBERED_NAME, "-")).filter((piece) => !WORD.test(piece));
  return odd.length === 0 || (odd.length === 1 && odd.every((piece) => MIXED_WORD.test(piece)));
}

/** For each letter, those that may follow it inside a word of a language in Latin script. Random letters soon break it. */
const FOLLOWERS = new Map(
  "abcdefghijklmnoprstuvwxyz abdehijlmnorstuvy acehiklnoqrstuyz abcdefghijklmnoprstuvwyz abcdefghijklmnopqrstuvwxyz aefijlnorstuy abdeghijlmnorstuwyz abcdefhiklmnoprstuwyz abcdefgijklmnopqrstuvxz aeiou abcdefgijklmnoprstuvwy abcdefghijklmnoprstuvwyz abcefilmnoprstuvwy abcdefghijklmnopqrstuvwyz abcdefghijklmnopqrstuvwxyz abcdefghijklmnoprstuvwyz u abcdefghijklmnopqrstuvwyz abcdefhijklmnopqrstuvwyz abcdefghijklmnoprstuvwyz abcdefghijklmnopqrstvxyz aeiorsuy aehiklnorsuy acefhiopqtuy abcdefilmnoprstuwz abefhiklmnostuwyz"
    .split(" ")
    .map((followers, i) => [String.fromCharCode(97 + i), followers]),
);
const VOWEL = /[aeiouyäöüáéíóúàèìòùâêîôûãõåæøœ]/i;
const SHORT_WORDS = new Set(
  "a am an api app arn as at aws be by ci cn cpu css csv db de dev dir do dns d el en env eu for fr gb gcp h gpu hr http https id if in io ip is it jwt kb la ldap le mb me min mq mr ms my no of ok on or org os pg pr prod qa rds s sdk smtp so sql ssh ssl std str sub svc sys tcp tls tmp to ttl ui url us vm vpc we x xml".split(
    " ",
  ),
);

function isWord(piece: string): boolean {
  if (SHORT_WORDS.has(piece.toLowerCase())) return true;
  if (piece.length < 3 || !/^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(piece)) return false;
  if (!VOWEL.test(piece) || /[^aeiouyäöü]{6}/i.test(piece)) return false;
  const letters = piece.toLowerCase();
  for (let i = 1; i < letters.length; i++) {
    const followers = FOLLOWERS.get(letters[i - 1] ?? "");
    const next = letters[i] ?? "";
    if (followers !== undefined && /[a-z]/.test(next) && !followers.includes(next)) return false;
  }
  return true;
}

const wordsOf = (value: string): string[] =>
  value
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((piece) => piece !== "" && !/[^\p{Script=Latin}]/u.test(piece));

/** Whether the letters of a value are words, as in `orders-2024`; those of random values are not. */
export const isMadeOfWords = (value: string): boolean => wordsOf(value).every(isWord);

const STOPS = /^(?:the|in|on|of|to|is|not|be|for|from|by|with|and|or|your|this|that|user|new|old|current)$/i;

/** Words that name a secret: `user.password`, `refreshToken2`, `secret-ref`. */
const NAMES_A_SECRET = /pass|pwd|token|secret|key|cred|auth/i;

/** Whether each word of a value could be in a dictionary, and nothing else is in it. */
export function isOnlyWords(value: string): boolean {
  if (/\d/.test(value) || !isMadeOfWords(value)) return false;
  // Four words in a row with nothing that a sentence or a name in a program has are a passphrase.
  const phrase = /^[a-z]{3,}(?:-[a-z]{3,}){3,}$/.test(value);
  return !phrase || NAMES_A_SECRET.test(value) || wordsOf(value).some((word) => STOPS.test(word));
}

const TECHNICAL =
  /^(?:(?:argon|bcrypt|scrypt|pbkdf|sha|md|hmac|hs|rs|es|ps|aes|rsa|tls|ssl|utf|base|oauth|saml|oidc|rfc|iso|nist|fips|pkcs|http|ipv|u?int|float|varchar|char|text|version)[-_]?\d{1,5}(?:[a-z]{0,5}|[-_.][\w.-]{0,16})|v\d+(?:\.\d+)*)$/i;
const NUMBER = /^[~<>≤≥]?\d{1,5}(?:[.,/–-]\d{1,5})*(?:[-_]?(\p{L}{1,12})|%)?$/u;
const PATH_OF_NAMES = /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i;

/** A name or a figure as programs and sentences about secrets have it: `bcrypt12`, `64-byte`, `form.password2`. */
export function isFigure(value: string, inSentence: boolean): boolean {
  if (TECHNICAL.test(value) || TIMESTAMP.test(value)) return true;
  const number = NUMBER.exec(value);
  if (number && isMadeOfWords(number[1] ?? "")) return true;
  if (isWordlike(value) && (NAMES_A_SECRET.test(value) || PATH_OF_NAMES.test(value))) return true;
  return inSentence && /[A-Z]/.test(value) && /^[A-Z\d]+(?:-[A-Z\d]+)*$/.test(value);
}

const LOCATION = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/[\w.-]*[a-z]{3,}[\w.-]*\/|~\/|[A-Za-z]:\\)/i;

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Ids of decisions and other records: a short prefix and lower-case letters and digits. */
const RECORD_ID = /^(?:dec|out|sig|chk|ins|ctx|lnk|prop|sk)_[a-z0-9]+$/;

/** Keys that everybody may have. */
const PUBLIC_KEY = /^(?:age1[a-z0-9]{50,}|ssh-[a-z0-9]+|AAAA[BCE][A-Za-z0-9+/=]+)$/;

const MIN_ENTROPY = 2.8;

/** What is no secret even behind an explicit name: a placeholder, a place, the id of a record. */
export const isReference = (value: string): boolean =>
  isPlaceholder(value) || LOCATION.test(value) || RECORD_ID.test(value) || PUBLIC_KEY.test(value);

/** Whether the value looks randomly generated. */
export function looksRandom(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !isReference(value) &&
    !isWordlike(value) &&
    !TIMESTAMP.test(value) &&
    entropyOf(value) >= Math.min(MIN_ENTROPY, Math.log2(value.length) * 0.75)
  );
}

/** Whether the value looks like a password that a person chose: several kinds of characters and no plain word. */
export function looksChosen(value: string): boolean {
  if (/\s/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s./:-]/].filter((kind) => kind.test(value)).length;
  const varied = kinds >= 3 || (kinds === 2 && /\d/.test(value) && /[A-Za-z]/.test(value));
  return varied && !isReference(value);
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
