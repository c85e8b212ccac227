/**
 * Characters without a shape of their own. They hide text from a person but not from a model, and split a token so that
 * it is not recognised as a secret. Each is kept where a script or an emoji needs it, always beside characters that no
 * token has.
 */
const KEPT = [
  // Flags such as Scotland's consist of tag characters.
  "\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}",
  // Emoji that are joined, and the choice between an emoji and a plain sign.
  "(?<=[\\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f])\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\ufe0e\ufe0f]",
  "(?<=[0-9#*])\ufe0f(?=\u20e3)",
  // Joiners between letters of scripts in which letters join.
  "(?<=[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{ASCII}]])[\u200c\u200d]",
  // The end of a word, in scripts that write no spaces.
  "(?<=[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}])\u200b",
  // Direction marks beside a script that is written from right to left.
  "(?<=[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}])[\u200e\u200f\u061c]",
  "[\u200e\u200f\u061c](?=[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}])",
  // Variants of ideographs, and of letters of Mongolian.
  "(?<=[\\p{Ideographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]",
  "(?<=\\p{Script=Mongolian})[\u180b-\u180f]",
];

/** The captured group is kept, the rest is hidden: bidirectional controls, tags, and all other ignorable characters. */
export const HIDDEN_CHARACTERS = new RegExp(
  `(${KEPT.join("|")})|[\u202a-\u202e\u2066-\u2069]|\\p{Default_Ignorable_Code_Point}+?`,
  "gv",
);
