import { stemOf } from "../shared/word-forms.ts";

/** Negate all that follows. */
export const REJECTS =
  list(`not never dont doesnt didnt wont cannot cant shouldnt mustnt isnt arent against unless except neither nor
  no_longer instead_of rather_than away_from rid_of free_of alternative* considered previously formerly`);
/** Negate what they name, which ends before a preposition, or all that follows if it is something done. */
export const LACKS = list("without no over vs versus than");
/** Verbs that negate what they act on, which ends where another action begins: `stop hashing and store …`. */
export const ENDS =
  list(`avoid* stop stops stopped stopping remov* drop drops dropping ban bans banning forbid* prohibit* reject* refus*
  deny denies eliminat* disallow* refactor* detect* lint* warn* scan scans scanning redact* mask* disabl* turn_off
  turning_off switch_off abandon* retir* phase_out ditch* abolish* discourag* look_for alert_on to_find fail_build
  fails_build break_build breaks_build fail_on fails_on fail_if fails_if fail_when fails_when block blocks`);
/** Of `ENDS` those that remedies begin with. Flaws as well turn off, remove or drop something. */
export const FORBIDS = list(
  "avoid* stop stops stopped stopping ban bans banning forbid* prohibit* reject* refus* deny denies disallow* abolish* discourag*",
);
/** What comes after `with` or `by` is what is done instead. */
export const REPLACES = list("replac* swap* substitut* exchang* fix fixes fixing prevent* mitigat* guard*");
/** Negate the whole part of the sentence they stand in. */
export const CONDEMNS =
  list(`forbidden banned prohibited disallowed deprecated removed replaced rejected refused abandoned is_wrong are_wrong
  is_bad are_bad unsafe harmful unacceptable antipattern not_allowed anti_pattern ruled_out`);
/** Negate what comes directly before them. */
export const DENIES = list(
  `is_not are_not must_not should_not may_not can_not shall_not will_not is_never are_never must_never isnt arent`,
);
/** Say that something is not worth it: `a vault is overkill`. Negate the few words before them. */
export const DISMISSES =
  list(`overkill is_too are_too be_too costs_too cost_too takes_too take_too is_slow are_slow is_hard are_hard
  is_unnecessary are_unnecessary is_hassle is_pain are_pain is_overhead are_overhead is_expensive are_expensive
  is_tedious are_tedious is_waste annoys annoy slows slow_us can_wait comes_later come_later is_bloated
  are_bloated is_heavy is_ugly are_ugly`);
export const REACH_OF_A_DISMISSAL = 3;
/** After them `from X to Y` leaves X. */
export const MOVES = list("mov* migrat* switch* chang* convert* transition* upgrad* port away");
export const KOREAN_NEGATION = /않|금지|말고|대신|없이|피하|피한|제거|못\b|아니/u;

/** Say that there is no means or no need, which is a reason and rejects nothing that comes after. */
export const EXCUSES =
  list(`no_need dont_need not_need no_time no_budget no_money no_point no_reason dont_have not_have have_no has_no
  not_worth isnt_worth not_afford cannot_afford cant_afford not_enough dont_bother not_bother dont_want not_want
  dont_worry not_worry`);
export const OPENS_A_REASON = new Set(["because", "since"]);
/** A clause that begins with one of them ends what is said before it. */
export const STARTS_ANEW = new Set(
  "because since so but although though whereas while therefore hence thus then just simply still instead it they we you".split(
    " ",
  ),
);
/** A clause that begins with one of them says why or when, and what follows it is said anew. */
export const INTRODUCES =
  list(`because since given as although though while if when until to for in despite after before once
  with instead_of rather_than`);
export const PREPOSITIONS = new Set(
  "in into on onto to for from at via with as by through inside within and or".split(" "),
);
/** Verbs of `ENDS` that are nouns as well: a block of code, scans of passports. */
export const NOUNS_TOO = new Set(["block", "blocks", "scan", "scans", "drop", "drops"]);
export const MEANS = new Set(["with", "by", "using", "manually"]);
export const TARGETS = new Set(["to", "into"]);
export const ACTIONS = new Set(
  `store keep commit put use write save send let run build call do make give read take accept trust check compute hash encrypt
  log add set turn allow grant share copy deploy push merge ship skip delete ignore catch retry return load parse pass serve
  show embed hard create open expose cache connect execute fetch go rely just simply hold host edit apply change leave`
    .split(/\s+/)
    .map(stemOf),
);

function list(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split(/\s+/).map((phrase) => phrase.replaceAll("_", " ")));
}
