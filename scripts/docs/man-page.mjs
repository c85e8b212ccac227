/** The meaning of each way of failing, for the exit codes. */
const FAILURES = {
  internal: "A defect of the program.",
  invalid: "The command line was not understood, or a value is not allowed.",
  not_found: "What it names does not exist.",
  conflict: "It contradicts what is there already.",
  forbidden: "Whoever typed it may not do that.",
  unavailable: "A file, a disk or a service could not be used.",
  limited: "Too many calls in a short time.",
  insufficient: "There are too few outcomes to answer.",
};

/** The page for `man membria`, from the same table as the help. */
export function manPage(groups, settings, { kebab, propertiesOf, usageOf }, { EXIT_CODES }) {
  return `${[
    '.\\" Written by npm run docs from src/cli/commands and src/main/settings.ts. Edit those instead.',
    '.TH MEMBRIA 1 "" "membria" "User Commands"',
    ".SH NAME",
    "membria \\- a decision memory for coding agents and the people who work with them",
    ".SH SYNOPSIS",
    ".B membria",
    ".I COMMAND",
    "[\\fIARGUMENT\\fR ...] [\\fIFLAG\\fR ...]",
    ".br",
    ".B membria help",
    "[\\fICOMMAND\\fR]",
    ".SH DESCRIPTION",
    line(
      "Stores what was decided, why, which alternatives were rejected and with how much confidence, separately for each project. Outcomes that are recorded later show how far such confidence can be trusted, and are told before the next decision.",
    ),
    ".PP",
    line(
      "A decision is named by its id, by the beginning of its id, or by last, last~1 and so on. A confidence may be given as 0.8 or 80%. Every command takes --json, which prints its result as JSON, and --help.",
    ),
    ".SH COMMANDS",
    ...groups.flatMap(({ title, about, commands }) => [
      `.SS ${line(`${title}: ${about}`)}`,
      ...commands.flatMap((command) => commandLines(command, usageOf(command), kebab, propertiesOf(command))),
    ]),
    ".SH SETTINGS",
    line(
      "Each is a flag of every command, a variable, or a line in config.json in the home folder, in that order.",
    ),
    ...settings.NAMES.flatMap((name) => settingLines(name, settings, kebab)),
    ".SH FILES",
    ".TP",
    ".I ~/.membria/membria.db",
    "The memory.",
    ".TP",
    ".I ~/.membria/config.json",
    "Settings.",
    ".TP",
    ".I .membria.json",
    line(
      "In the root of a repository: the project, dueDays and dynamicExposure for everybody who works there.",
    ),
    ".SH EXIT STATUS",
    ".TP",
    ".B 0",
    "It did what was asked.",
    ...Object.entries(EXIT_CODES).flatMap(([code, status]) => [".TP", `.B ${status}`, line(FAILURES[code])]),
    ".TP",
    ".B 10",
    line("membria check: what is known speaks against the decision."),
    ".SH EXAMPLES",
    ".nf",
    ...[
      'membria decide "Keep carts in PostgreSQL" --confidence 80% --alternative Redis',
      'membria outcome last success --lesson "One index was enough"',
      'membria search "where do carts live"',
      'eval "$(membria completion bash)"',
    ].map(line),
    ".fi",
  ].join("\n")}\n`;
}

function commandLines({ name, summary, positionals }, wholeUsage, kebab, properties) {
  const words = wholeUsage.slice(`membria ${name}`.length).trim();
  const usage = [`.B ${line(`membria ${name}`)}`, ...(words === "" ? [] : [`.I ${line(words)}`])];
  const argument = (key, label) => [".TP", label, line(meaning(properties[key]) || "Text.")];
  const rows = [
    ...positionals.flatMap((key) => argument(key, `.I ${line(kebab(key).toUpperCase())}`)),
    ...Object.keys(properties)
      .filter((key) => !positionals.includes(key))
      .flatMap((key) => argument(key, flagLine(kebab(key), properties[key].type === "boolean"))),
  ];
  return [".PP", ...usage, ".RS", line(summary), ...rows, ".RE"];
}

function settingLines(name, { SETTINGS, isSwitch }, kebab) {
  const { env, about, asFlag, inFile } = SETTINGS[name];
  const label = asFlag ? flagLine(kebab(name), isSwitch(name)) : `.B ${line(env[0])}`;
  const also = [...(asFlag ? env : env.slice(1)), ...(inFile ? [`${name} in config.json`] : [])];
  return [".TP", label, line(`${about}.`), ...(also.length > 0 ? [line(`Also: ${also.join(", ")}.`)] : [])];
}

const flagLine = (flag, isSwitch) =>
  isSwitch ? `.B ${line(`--${flag}`)}` : `.BR ${line(`--${flag}`)} " " \\fIVALUE\\fR`;

function meaning({ description = "", enum: values, type, default: value } = {}) {
  const sentence = description === "" || /[.!?]$/.test(description) ? description : `${description}.`;
  return [
    sentence,
    values ? `One of ${values.join(", ")}.` : "",
    type === "array" ? "May be repeated." : "",
    value !== undefined && !Array.isArray(value) && value !== false ? `Default ${value}.` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Text in which nothing is taken for a request or an escape of roff. */
function line(text) {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replace(/^(?=[.'])/, "\\&");
}
