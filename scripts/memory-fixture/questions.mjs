const PROPOSAL_STATES = ["draft", "accepted", "rejected", "expired"];
/** There is no calibration with fewer outcomes. */
const MIN_OUTCOMES = 3;

/** Questions about recorded and counted facts, not about advice, which may improve. */
export async function askAll(at, projects, retiredSkill) {
  const answers = [];
  for (const project of projects) {
    const program = at(project);
    const ask = async (...words) => {
      const answer = await program.json(...words);
      answers.push({ project, ask: words, answer });
      return answer;
    };
    const { domains } = await ask("calibration", "--each", "--min-sample-size", "1");
    const known = domains.filter(({ sample_size }) => sample_size >= MIN_OUTCOMES);
    for (const { domain } of known) await ask("calibration", domain);
    if (known.length > 0) await ask("calibration");
    await ask("links");
    for (const state of PROPOSAL_STATES) await ask("proposals", "--state", state);
    await ask("import", "list");
    await ask("due", "--limit", "1000");
    const { skills, antipatterns } = await ask("skills");
    const listed = [...skills, ...antipatterns].map(
      ({ skill_id, antipattern_id }) => skill_id ?? antipattern_id,
    );
    const retired = project === projects[0] ? [retiredSkill] : [];
    for (const id of [...listed, ...retired]) await ask("skills", "show", id);
    if (project === projects[0]) await ask("keys", "list");
  }
  return answers;
}

/** The export of a project, without its time. */
export async function exported(program) {
  const { exported_at: _, ...document } = JSON.parse(await program.run(["export", "json"]));
  return document;
}

/** The number of records of each kind in an export. */
export function countKinds({ records }) {
  const counts = { outcomes: 0, signals: 0, files: 0 };
  for (const record of records) {
    const kind = record.memory?.type ?? record.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
    for (const part of ["outcomes", "signals", "files"]) counts[part] += record[part]?.length ?? 0;
  }
  return counts;
}
