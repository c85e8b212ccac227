import { code, generatedFrom, page, table } from "./markdown.mjs";

export function settingsPage({ SETTINGS, NAMES, kebab }) {
  return page(
    generatedFrom("Settings", "`src/main/settings.ts`"),
    "Every setting can be given in three places. The first one that has it wins: a flag, a variable, a line in `config.json` in the home folder. An unknown or invalid setting stops the start and says what would work.",
    table(
      ["setting", "flag", "variable", "in config.json", "what it is (and what holds without it)"],
      NAMES.map((name) => {
        const { env, about, inFile } = SETTINGS[name];
        return [
          name,
          code(`--${kebab(name)}`),
          env.map(code).join(", then "),
          inFile ? code(name) : "no",
          about,
        ];
      }),
    ),
    "Give a secret as a variable: flags can be read in the list of processes.",
    'A repository may set `project`, `dueDays` and `dynamicExposure` in a file `.membria.json` at its root. It may also suggest a team: `"team": {"url": "redis://HOST:6379", "fingerprint": "…"}`, without user and password; nothing connects until a person runs `membria team join`. A `project` that others on this machine use already is not followed until a person runs `membria trust` in the repository. The [glossary](DOMAIN.md#project) explains how a project is found without any setting.',
  );
}
