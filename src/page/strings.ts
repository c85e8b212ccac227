const count = (number: number): string => number.toLocaleString("en");

/** Every word that the page says, so that another language needs one other file. Views have a section each. */
export const strings = {
  shell: {
    product: "Membria",
    windowTitle: (view: string) => `${view} · Membria`,
    skip: "Skip to the content",
    navigation: "Views",
    menu: "Menu",
    project: "Project",
    allProjects: "All projects",
    theme: "Colours",
    themes: { system: "Auto", light: "Light", dark: "Dark" },
    connections: { connecting: "Connecting", live: "Live", lost: "Offline" },
    connectionTitles: {
      connecting: "Connecting to the server.",
      live: "What others write appears here by itself.",
      lost: "The server does not answer. Trying again.",
    },
    roles: {
      viewer: "You may read.",
      agent: "You may read and write.",
      admin: "You may do everything.",
    },
    readsOnly:
      "This server asks for no key, so this page only reads. Start it with keys to change something.",
    version: (version: string) => `Version ${version}`,
    signOut: "Sign out",
    messages: "Messages",
    undo: "Undo",
    dismiss: "Dismiss",
    close: "Close",
    cancel: "Cancel",
    waiting: "waiting",
    nowhere: "Nothing is here",
    nowhereHint: "There is no view at this address. These are the ones there are:",
    viewFailed: "This view could not be loaded",
    viewFailedHint: "The program may have been updated since the page was opened.",
    reload: "Load the page again",
  },
  views: {
    today: "Today",
    decisions: "Decisions",
    calibration: "Calibration",
    graph: "Graph",
  },
  door: {
    none: { title: "Please come in by a link", text: "This browser is not signed in." },
    ticket: {
      title: "This link was used or is too old",
      text: "Each link works once, and for two minutes.",
    },
    ended: {
      title: "Your session has ended",
      text: "It lasts for twelve hours, unless somebody ends it before.",
    },
    left: { title: "You are signed out", text: "Until next time." },
    unreachable: {
      title: "The server does not answer",
      text: "It may have been stopped. membria open starts it again.",
    },
    run: "In a terminal on the machine with the memory, run:",
    why: "It opens this page with a link that signs you in as yourself, so that what you do here is recorded with your name.",
  },
  failures: {
    unreachable: "The server does not answer. It may have been stopped: membria open starts it again.",
    refused: "The server refused this without a reason.",
    signedOut: "You are not signed in.",
    ours: "Something went wrong in the page itself. Loading it again may help.",
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    help: "Show the shortcuts",
    areOn: "Single keys do something",
    undo: "Take back the last act",
    goTo: (view: string) => `Go to ${view}`,
    next: "Next in the list",
    previous: "Previous in the list",
    open: "Open it",
    search: "Search",
  },
  parts: {
    loading: "Loading…",
    again: "Try again",
    openLink: (host: string) => `open link (${host})`,
    noConfidence: "not stated",
    confidenceTitle: "The confidence that was stated",
  },
  decisions: {
    lead: (total: number) => `${count(total)} ${total === 1 ? "decision" : "decisions"}`,
    leadFiltered: (total: number) => `${count(total)} ${total === 1 ? "decision fits" : "decisions fit"}`,
    list: "Decisions, the newest first",
    search: "Search",
    searchHint: "Words, or a question",
    how: "Find",
    hows: { meaning: "what is closest in meaning", text: "what contains these words" },
    filters: "Filters",
    domain: "Domain",
    standing: "Standing",
    outcome: "Outcome",
    author: "Author",
    time: "Time",
    any: "any",
    times: {
      day: "last day",
      week: "last week",
      month: "last month",
      quarter: "last three months",
      year: "last year",
      between: "between two days",
    },
    since: "From",
    until: "To",
    clear: "Clear all",
    strong: "fits",
    weak: "may be meant",
    matched: (part: string) => `in its ${part}:`,
    keptOut: (number: number) =>
      `The filters keep out ${number} of the closest ${number === 1 ? "one" : "ones"}.`,
    results: "What was found, the closest first",
    found: (number: number) => (number === 1 ? "1 decision" : `${count(number)} decisions`),
    checkAgain: "check again",
    by: (kind: string, name: string) => (kind === "human" ? name : `${name} (${kind})`),
    none: "No decision is here yet",
    noneHint:
      "Agents record decisions as they work once they are set up (membria setup), and you can record one yourself:",
    noneCommand: 'membria capture "We keep sessions in Redis"',
    nothing: "No decision fits",
    nothingHint: "Fewer filters or other words may find something.",
  },
  calibration: {
    lead: "Is our confidence worth anything? What was stated, and what came of it.",
    domain: "Domain",
    author: "Decided by",
    time: "Outcomes of",
    any: "all",
    clear: "Clear all",
    filters: "Filters",
    everybody: "everybody",
    byAuthor: (kind: string, person: string | null) =>
      person === null
        ? kind === "human"
          ? "people"
          : `${kind}s`
        : kind === "human"
          ? person
          : `${kind} of ${person}`,
    statuses: {
      "well-calibrated": "Confidence means what it says",
      overconfident: "Confidence is too high",
      underconfident: "Confidence is too low",
      uncertain: "Too early to say",
      no_confidence: "No confidence was stated",
    },
    worked: (worked: string, outcomes: number) =>
      `${worked} of ${count(outcomes)} ${outcomes === 1 ? "outcome" : "outcomes"} worked`,
    between: (low: string, high: string) =>
      `The true rate lies between ${low} and ${high}, with a probability of 95%.`,
    tooFewForRate: (least: number) => `With fewer than ${least} outcomes no rate is given.`,
    someUnstated: (number: number) =>
      number === 1
        ? "One of them had no stated confidence."
        : `${count(number)} of them had no stated confidence.`,
    verdictOfAll: "The verdict and the recommendation go by the outcomes of all time.",
    diagram: "Stated and observed",
    diagramLead:
      "Each dot is a tenth of the scale of confidence, at what was stated on average and how often it worked. On the dashed line, confidence means what it says.",
    diagramSummary: (parts: string) => `Stated confidence and observed success. ${parts}`,
    diagramPart: (stated: string, worked: string, outcomes: number, low: string, high: string) =>
      `Stated ${stated}: ${worked} of ${outcomes} worked, between ${low} and ${high}.`,
    noStated: "None of these outcomes has a stated confidence.",
    stated: "Stated confidence",
    observed: "Observed success",
    asStated: "as stated",
    recommended: "recommended",
    interval: "95% interval",
    fewOutcomes: (least: number) => `fewer than ${least} outcomes`,
    outcomesAxis: "Outcomes",
    overTime: "Success over time",
    overTimeLead: (weeks: number) =>
      `Outcomes by when they were recorded, ${weeks === 1 ? "week by week" : `in periods of ${weeks} weeks`}. The dashed line is the confidence that was stated for them.`,
    overTimeSummary: (parts: string) => `Success over time. ${parts}`,
    overTimePart: (from: string, worked: string, outcomes: number) =>
      `From ${from}: ${worked} of ${outcomes} worked.`,
    meanStated: "mean stated confidence",
    byDomain: "By domain",
    byPerson: "By who decided",
    tablesLead:
      "The bar is the 95% interval of the success rate, the dot its mean, the upright mark the mean stated confidence.",
    more: (more: number) => `What ${more} more outcomes would change`,
    moreWidth: (now: string, then: string) =>
      `The interval of the success rate is ${now} wide now. It would be about ${then} wide.`,
    points: (share: number) => `${Math.round(share * 100)} points`,
    moreVerdict: (status: string) =>
      `Said now: ${status.charAt(0).toLowerCase()}${status.slice(1)}. It would be said:`,
    moreStays: (status: string) =>
      `Said now, and then as well, however they turn out: ${status.charAt(0).toLowerCase()}${status.slice(1)}.`,
    ifWorked: (from: number, to: number, more: number) =>
      from === to
        ? `if ${from} of ${more} work`
        : from === 0
          ? `if at most ${to} of ${more} work`
          : to === more
            ? `if ${from} or more of ${more} work`
            : `if ${from} to ${to} of ${more} work`,
    probability: (share: string) => `probability ${share}`,
    moreBasis:
      "By the posterior of the success rate, for outcomes that are stated with the mean confidence so far.",
    chart: "Diagram",
    table: "Table",
    showAs: (what: string) => `Show ${what} as`,
    copyAs: "Copy as",
    copyWhat: (what: string, format: string) => `Copy ${what} as ${format}`,
    copied: (format: string) => `Copied as ${format}.`,
    saved: (name: string) => `This browser does not let the page copy, so it was saved as ${name}.`,
    columns: {
      confidence: "Stated",
      period: "From",
      name: "Domain",
      author: "Decided by",
      outcomes: "Outcomes",
      worked: "Worked",
      meanStated: "Mean stated",
      rate: "Rate",
      interval: "95% interval",
      recommended: "Recommended",
      successes: "Of ten work",
      probability: "Probability",
      verdict: "Then said",
    },
    none: "No outcome is known yet",
    noneHint: "Calibration begins when outcomes are recorded: say how decisions worked out.",
    noneToday: "What is due today",
    noneDecisions: "Decisions without an outcome",
    nothing: "No outcome fits",
    nothingHint: "Choose a longer time, another domain or everybody.",
  },
  standings: {
    active: "holds",
    draft: "draft",
    superseded: "replaced",
    deprecated: "withdrawn",
  },
  outcomes: {
    success: "worked",
    partial: "partly worked",
    failure: "failed",
    none: "no outcome yet",
  },
} as const;
