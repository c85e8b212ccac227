const FIX = /\b(?:fix(?:es|ed|ing)?|bug ?fix(?:es|ed)?|hot ?fix(?:es|ed)?|bugs?|regressions?)\b/i;
/** Words that are about fixing nothing that was broken. */
const OTHERWISE =
  /\bfix(?:ed|es|ing)? (?:typos?|spelling|grammar|formatting|format|lint(?:ing)?|indentation|whitespace)\b/i;

/** Whether the first line of a commit says that it mends something. */
export const looksLikeFix = (subject: string): boolean => FIX.test(subject) && !OTHERWISE.test(subject);
