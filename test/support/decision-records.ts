import { publicLines, setsOf } from "./public-data.ts";

/** A decision record as public collections keep it: in fields, with its place in its repository. */
export interface DecisionRecord {
  readonly id: string;
  readonly repo: string;
  readonly path: string;
  readonly title: string;
  readonly status_raw: string;
  readonly date: string | null;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
  readonly supersedes: readonly string[];
  readonly superseded_by: readonly string[];
}

type Told = readonly [title: string, context: string, decision: string, consequences: string];

const LIBRARY: readonly Told[] = [
  [
    "Keep loans and returns in one ledger",
    "Librarians look up who has a book now and who had it last year. Both questions are asked at the desk.",
    "A loan and its return are two entries of the same ledger. Nothing is overwritten.",
    "The ledger grows by about ninety thousand entries a year. Reports read it in order.",
  ],
  [
    "Print shelf labels from the catalogue",
    "Labels were typed by hand and differed from the catalogue in one case of twenty.",
    "The label printer gets its text from the catalogue entry.",
    "A correction of an entry asks whether the label should be printed again.",
  ],
  [
    "Write dates as year, month and day",
    "Two branches read 03/04 differently.",
    "Screens and letters show dates with the year first and the month as a number.",
    "Older letters in the archive stay as they are.",
  ],
  [
    "Send reminders once a week",
    "Members complained about mail on three days in a row.",
    "Reminders go out on Tuesday morning, one mail for all books of a member.",
    "A book may be up to six days late before its reader hears of it.",
  ],
  [
    "Store cover pictures beside the catalogue",
    "The catalogue shows a picture for one entry in three. They take more room than all texts.",
    "Pictures lie in a folder, and an entry has the name of its file.",
    "A backup copies two places instead of one.",
  ],
  [
    "Number the branches anew",
    "Two branches merged and a third was opened, so the old numbers have a gap.",
    "Branches get numbers from one to nine. The old number stays as a remark.",
    "Signs at the doors are replaced in summer.",
  ],
  [
    "Send reminders on the day before a book is due",
    "The weekly mail came too late for short loans.",
    "A reminder goes out on the day before, and none on Sundays.",
    "More mail is sent than before, and fewer books come late.",
  ],
  [
    "Let members renew by telephone",
    "A quarter of the members have no mail address.",
    "The desk renews a loan when the caller names the number on the card.",
    "Two people are needed at the desk on Saturdays.",
  ],
  [
    "Draw the floor plan as vector graphics",
    "The plan on the wall and the one on the screen were out of step.",
    "One drawing in SVG is the source of both.",
    "Whoever moves a shelf has to change the drawing.",
  ],
  [
    "Count visitors with a light barrier",
    "The council asks for the number of visits, and the count by hand was given up.",
    "A light barrier at the door counts, and half of its count is taken as visits.",
    "Groups that come in side by side are counted as one. The error is below five percent.",
  ],
];

const WEATHER: readonly Told[] = [
  [
    "Measure the temperature every ten minutes",
    "Stations run on solar power and a reading costs energy.",
    "A station wakes up six times an hour, reads its sensors and sleeps again.",
    "A short shower may pass between two readings.",
  ],
  [
    "Give wind in metres per second",
    "Sailors want knots, hikers want kilometres per hour, and the sensor gives neither.",
    "Values are kept in metres per second. Pages convert them for their readers.",
    "Rounding happens at one place, just before something is shown.",
  ],
  [
    "Mark readings that cannot be true",
    "A sensor in the sun reported 71 degrees for a whole afternoon.",
    "A reading outside of the range of its season gets a mark and stays.",
    "Averages leave marked readings out and say how many there were.",
  ],
  [
    "Draw charts in the browser of the reader",
    "The server drew each chart as a picture, which took longer than reading the values.",
    "Pages get the values of a week and draw the chart themselves.",
    "Old telephones show a table instead.",
  ],
  [
    "Name stations after the nearest village",
    "Numbers were confused on the telephone.",
    "A station has the name of the nearest village and its height above the sea.",
    "A station that moves gets a new name, and its old readings keep the old one.",
  ],
  [
    "Keep readings of ten years online",
    "Students ask for long series, and the archive on tape takes a day to answer.",
    "Readings of the last ten years stay where the pages read them. Older ones are in the archive.",
    "The disk has to grow by a tenth each year.",
  ],
  [
    "Publish readings under an open licence",
    "Three schools asked whether they may print our charts.",
    "Readings and charts may be used by anybody who names the source.",
    "We cannot ask for a fee later.",
  ],
  [
    "Keep readings of thirty years online",
    "Disks became cheaper than the time of whoever mounts tapes.",
    "All readings of thirty years stay where the pages read them.",
    "The archive on tape is read once more and then given to the museum.",
  ],
  [
    "Talk to stations over long range radio",
    "Mobile contracts for forty stations cost more than the stations.",
    "Stations send their readings by radio to three gateways on hills.",
    "A message has at most fifty bytes. A gateway without power silences a valley.",
  ],
  [
    "Calibrate rain gauges each spring",
    "Leaves and wasps change what a gauge reports.",
    "Each gauge is cleaned in April, and one litre of water is poured through it.",
    "A spring with snow in April leaves less time for it.",
  ],
];

const STATUSES = ["Accepted", "accepted", "Proposed", "Implemented"];

/** `replaced` has the numbers of the records that each one replaced. */
function recordsOf(
  repo: string,
  folder: string,
  told: readonly Told[],
  replaced: Record<number, number>,
): DecisionRecord[] {
  const idOf = (number: number): string => `${repo}#${String(number).padStart(4, "0")}`;
  return told.map(([title, context, decision, consequences], i) => {
    const number = i + 1;
    const old = replaced[number];
    const [by] = Object.entries(replaced).find(([, one]) => one === number) ?? [];
    return {
      id: idOf(number),
      repo,
      path: `${folder}${String(number).padStart(4, "0")}-${title.toLowerCase().replaceAll(/\W+/g, "-")}.md`,
      title,
      status_raw: by === undefined ? (STATUSES[i % STATUSES.length] ?? "") : "Superseded",
      date: i % 4 === 3 ? null : `2024-0${1 + (i % 9)}-11`,
      context,
      decision,
      consequences,
      supersedes: old === undefined ? [] : [idOf(old)],
      superseded_by: by === undefined ? [] : [idOf(Number(by))],
    };
  });
}

/** Decisions that are no mistakes, of several projects. */
export const DECISION_RECORDS = setsOf(
  [
    ...recordsOf("example/library", "docs/adr/", LIBRARY, { 7: 4 }),
    ...recordsOf("example/weather", "", WEATHER, { 8: 6 }),
  ],
  ["adrs", "proposals"]
    .map((name) => publicLines<DecisionRecord>(`decisions/${name}.jsonl`))
    .reduce((all, some) => all && some && [...all, ...some]),
  "records",
);
