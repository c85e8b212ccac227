import { stemOf } from "./word-forms.ts";

/** A word that is also written in another way. */
export interface Compound {
  /** As they stand in the text, lowercase; a single one if it is written as one word. */
  readonly parts: readonly string[];
  /** The same as one word. Those that mean the same have one name: `log in` is `signin`. */
  readonly joined: string;
  /** Whether it is known to be one word in every spelling, so that its parts say nothing by themselves. */
  readonly isOneWord: boolean;
}

/** Written before any word, with a hyphen, a space or nothing in between. */
const PREFIXES = new Set(
  "anti auto hyper macro meta micro mini mono multi non pre semi sub super ultra".split(" "),
);

/** Names of the same thing, by the one under which all of them are indexed. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["login", "signin"],
  ["logon", "signin"],
  ["signon", "signin"],
  ["logout", "signout"],
  ["logoff", "signout"],
]);

/**
 * Pairs that people write open, with a hyphen and as one word: the first, then what may follow it. All forms of the first
 * count (`logged in`), and the plural of the second.
 */
const PAIRS = `
  allow list
  back end fill log office pack port pressure track up
  band width
  base line
  bench mark
  bit map mask rate
  black list
  block chain list
  boiler plate
  book keeping mark
  break down out point
  bug fix
  build in
  call back out
  change log set
  chat bot
  check in list out point sum
  clean up
  clip board
  code base
  count down
  cron job tab
  cut off over
  dash board
  data base center centre file flow frame lake set sheet source store type
  dead line lock
  deny list
  doc string
  docker file
  down load stream time
  drill down
  drop down out
  e book commerce mail
  end point
  fail back over
  fall back through
  feed back
  file name path system
  fire wall
  firm ware
  follow up
  foot note print
  front end
  gate keeper way
  guide line
  hand book off out over shake
  hard code ware
  hash map table
  head count line
  hold back
  home page
  host name
  hot fix spot
  key board chain frame pair store stroke word
  kick off
  land mark
  lay off out
  life cycle span time
  lock down file in out step
  log file in off on out
  look ahead up
  mail box
  make file
  mark down up
  middle ware
  mile stone
  mock up
  name space
  news letter
  note book
  off line load
  on boarding call
  opt in out
  out box
  over head lap load ride
  pass phrase through word
  path name
  pay load out wall
  pick up
  pipe line
  place holder
  play back book ground
  plug in
  pop up
  post mortem
  print out
  push back
  ramp up
  ransom ware
  read out
  real time
  road map
  roll back out over up
  round trip up
  run away book time
  sand box
  save point
  screen shot
  set back up
  share holder
  shut down
  side bar car
  sign in off on out up
  slow down
  smart phone
  snap shot
  soft ware
  source map
  spin off up
  spread sheet
  stake holder
  stand alone by in
  start up
  stop watch word
  story board
  style sheet
  take away over
  tear down
  text area book box
  thread pool
  through put
  time box frame line out sheet slot stamp table zone
  tool bar box chain kit set tip
  touch point
  trade mark off
  turn around over
  up load stream time
  user base name
  view port
  walk through
  warm up
  water fall mark
  web app hook page server site socket
  white board list space
  wild card
  wire frame
  work around bench flow group load place sheet shop space station
  wrap up
  write back up`;

const SECONDS: ReadonlyMap<string, { readonly first: string; readonly seconds: ReadonlySet<string> }> =
  new Map(
    PAIRS.trim()
      .split("\n")
      .map((line) => {
        const [first = "", ...seconds] = line.trim().split(" ");
        return [stemOf(first), { first, seconds: new Set(seconds) }];
      }),
  );

const ONE_WORDS: ReadonlySet<string> = new Set(
  [...SECONDS.values()].flatMap(({ first, seconds }) => [...seconds].map((second) => `${first}${second}`)),
);

const WORD = /[\p{Script=Latin}\p{N}]+/gu;
const HYPHEN = /^[-\u2010\u2011]$/u;
const SPACE = /^\s+$/u;
const LETTER = /\p{L}/u;
/** Longer chains are names or phrases that nobody writes as one word. */
const MOST_PARTS = 3;
const LONGEST_JOINED = 40;
const SHORTEST_AFTER_PREFIX = 3;

/** The compounds of a text in order. A word can be in several. */
export function compoundsIn(text: string): Compound[] {
  const lower = text.toLowerCase();
  const words = [...lower.matchAll(WORD)];
  const found: Compound[] = [];
  let chain: string[] = [];
  for (const [i, match] of words.entries()) {
    const word = match[0];
    const next = words[i + 1];
    const gap = next && lower.slice(match.index + word.length, next.index);
    if (isIn(ONE_WORDS, word)) found.push(oneWord([word], word));
    chain.push(word);
    if (gap !== undefined && HYPHEN.test(gap)) continue;
    if (chain.length > 1) found.push(...hyphenated(chain));
    chain = [];
    if (next && gap !== undefined && SPACE.test(gap)) found.push(...open(word, next[0]));
  }
  return found;
}

function hyphenated(parts: readonly string[]): Compound[] {
  const joined = parts.join("");
  if (parts.length > MOST_PARTS || joined.length > LONGEST_JOINED || !LETTER.test(joined)) return [];
  const [first = "", second = ""] = parts;
  const pair = parts.length === 2 ? listedPair(first, second) : undefined;
  return [pair === undefined ? { parts, joined, isOneWord: false } : oneWord(parts, pair)];
}

function open(first: string, second: string): Compound[] {
  const pair = listedPair(first, second);
  if (pair !== undefined) return [oneWord([first, second], pair)];
  if (!PREFIXES.has(first) || second.length < SHORTEST_AFTER_PREFIX) return [];
  return [{ parts: [first, second], joined: `${first}${second}`, isOneWord: false }];
}

function listedPair(first: string, second: string): string | undefined {
  const known = SECONDS.get(stemOf(first));
  return known && isIn(known.seconds, second) ? `${known.first}${second}` : undefined;
}

function oneWord(parts: readonly string[], joined: string): Compound {
  const name = OTHER_NAMES.get(joined) ?? OTHER_NAMES.get(joined.replace(/s$/, ""));
  return { parts, joined: name ?? joined, isOneWord: true };
}

/** Or its singular. */
const isIn = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(word.replace(/s$/, ""));
