/**
 * What the forms of a word have in common: `stored`, `stores` and `storing` give the same as `store`. It only has to be
 * equal for the forms of one word and different for other words; it need not be a word.
 */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  // Whatever is used most comes back soon.
  if (stems.size >= MOST_KEPT) stems.clear();
  const stem = withoutEndings(word);
  stems.set(word, stem);
  return stem;
}

/** A cache: a search looks at some hundred words of its results, mostly the same as the one before. */
const stems = new Map<string, string>();
const MOST_KEPT = 5_000;

function withoutEndings(word: string): string {
  let stem = baseFormOf(word);
  if (/[^su]s$/.test(stem) && stem !== "https") stem = stem.slice(0, -1);
  for (const ending of ["ing", "ed"]) {
    const rest = stem.slice(0, -ending.length);
    if (stem.endsWith(ending) && !stem.endsWith("eed") && rest.length >= 2 && hasVowel(rest)) {
      stem = rest;
      break;
    }
  }
  stem = stem.replace(/(?<=..)e$/, "").replace(/(?<=..)y$/, "i");
  return stem.replace(/(?<=..)([^aeiou])\1$/, "$1");
}

const hasVowel = (text: string): boolean => /[aeiouy]/.test(text);

/**
 * Words whose forms have no rule in common, or none that a stemmer knows: the word, then its other forms. Forms that are
 * also another word (`left`, `saw`, `bound`, `leaves`, `bases`) are left out.
 */
const FORMS = `
  arise arose arisen
  become became
  begin began begun
  bend bent
  bleed bled
  blow blew blown
  break broke broken
  breed bred
  bring brought
  build built
  burn burnt
  buy bought
  catch caught
  choose chose chosen
  cling clung
  come came
  creep crept
  deal dealt
  dig dug
  draw drew drawn
  drive drove driven
  fall fell fallen
  feed fed
  feel felt
  fight fought
  find found
  fly flew flown
  forbid forbade forbidden
  foresee foresaw foreseen
  forget forgot forgotten
  forgive forgave forgiven
  freeze froze frozen
  give gave given
  grow grew grown
  hang hung
  hide hid hidden
  hold held
  keep kept
  know knew known
  lay laid
  learn learnt
  lend lent
  lose lost
  make made
  mean meant
  meet met
  mislead misled
  mistake mistook mistaken
  overcome overcame
  override overrode overridden
  oversee oversaw overseen
  overtake overtook overtaken
  overwrite overwrote overwritten
  pay paid
  prove proven
  rebuild rebuilt
  redo redid redone
  rerun reran
  rewrite rewrote rewritten
  run ran
  say said
  see seen
  seek sought
  sell sold
  send sent
  shake shook shaken
  show shown
  shrink shrank shrunk
  sink sank sunk
  sleep slept
  slide slid
  speak spoke spoken
  spell spelt
  spend spent
  spin spun
  stand stood
  steal stole stolen
  stick stuck
  strike struck
  sweep swept
  swing swung
  take took taken
  teach taught
  tear torn
  tell told
  think thought
  throw threw thrown
  understand understood
  undertake undertook undertaken
  undo undid undone
  uphold upheld
  wake woke woken
  wear wore worn
  win won
  withdraw withdrew withdrawn
  withhold withheld
  write wrote written

  die dying
  lie lying
  tie tying

  analysis analyses
  appendix appendices
  automaton automata
  axis axes
  child children
  crisis crises
  criterion criteria
  diagnosis diagnoses
  half halves
  hypothesis hypotheses
  index indices
  matrix matrices
  mouse mice
  parenthesis parentheses
  person people
  phenomenon phenomena
  quiz quizzes
  schema schemata
  shelf shelves
  synopsis synopses
  synthesis syntheses
  thesis theses
  vertex vertices

  alias aliases aliased aliasing
  atlas atlases
  bias biases biased
  bonus bonuses
  bus buses
  campus campuses
  canvas canvases
  census censuses
  consensus consensuses
  corpus corpora corpuses
  focus focuses focused focusing
  gas gases
  lens lenses
  status statuses
  virus viruses

  embedding embed embeds
`;

const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split(/\n\s*/)
    .flatMap((line) => {
      const [base = "", ...others] = line.split(" ");
      return others.map((form): [string, string] => [form, base]);
    }),
);

/** The word that a lowercase form belongs to; a form that follows the rules is returned as it is. */
export const baseFormOf = (word: string): string => BASE_FORMS.get(word) ?? word;
