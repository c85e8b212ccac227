/** How long a person looks at one candidate: a statement, a quotation and where it stands, answered with one key. */
const SECONDS_PER_CANDIDATE = 10;

const NUMBERS = [
  "",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** `about six minutes`. */
export function reviewTime(candidates: number): string {
  const minutes = Math.round((candidates * SECONDS_PER_CANDIDATE) / 60);
  if (minutes < 1) return "less than a minute";
  return `about ${NUMBERS[minutes] ?? minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
