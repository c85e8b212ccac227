/**
 * Leaves a memory that a release wrote, for later ones to open: `node scripts/memory-fixture.mjs [MEMBRIA] [FOLDER]`. It
 * drives the built program as people and agents do, about a shop that does not exist, and writes memory-VERSION.db and
 * memory-VERSION.json (what that program says about it) into test/fixtures.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { tellBindings } from "./memory-fixture/bindings.mjs";
import { compact, refuseTraces } from "./memory-fixture/compact.mjs";
import { tellContinuity } from "./memory-fixture/continuity.mjs";
import { lackingIn } from "./memory-fixture/coverage.mjs";
import { tellDecisions } from "./memory-fixture/decisions.mjs";
import { tellHooks } from "./memory-fixture/hooks.mjs";
import { tellMoving } from "./memory-fixture/moving.mjs";
import { programAt } from "./memory-fixture/program.mjs";
import { tellProposals } from "./memory-fixture/proposals.mjs";
import { askAll, countKinds, exported } from "./memory-fixture/questions.mjs";
import { tellRepository } from "./memory-fixture/repository.mjs";
import { retiredSkillIn, tellSkills } from "./memory-fixture/skills.mjs";
import { writeRepository } from "./memory-fixture/sources.mjs";
import { tellTeam } from "./memory-fixture/team.mjs";
import { isMain, root } from "./run.mjs";

const PROJECTS = ["corner-shop", "warehouse", "till", "branch", "stall"];
const ASKED_AT = "2026-11-10T09:00:00.000Z";
const SEARCHED = "guests basket browser week";

async function writeFixture(membria, target) {
  const folder = mkdtempSync(join(tmpdir(), "membria-fixture-"));
  try {
    const cwd = join(folder, "shop");
    mkdirSync(cwd);
    writeRepository(cwd);
    const programFrom = (cwd) => (home) => (time, project, settings) =>
      programAt({ membria, cwd, home: join(folder, home), time, project, settings });
    const programIn = programFrom(cwd);
    const at = programIn("home");
    const version = (await at(ASKED_AT, PROJECTS[0]).run(["--version"])).trim();
    const names = ["db", "json"].map((ending) => `memory-${version}.${ending}`);
    const there = names.map((name) => join(target, name)).find((file) => existsSync(file));
    if (there) throw new Error(`${there} is there already: what was released stays as it was.`);

    const { baskets } = await tellDecisions(at);
    await tellSkills(at);
    await tellProposals(at);
    await tellMoving(at, { cwd, elsewhere: programIn("elsewhere") });
    await tellContinuity(at, { cwd });
    await tellBindings(at, { cwd });
    await tellHooks(at, { cwd });
    await tellRepository(at, { cwd });
    await tellTeam(at, { folder, elsewhere: programIn("elsewhere") });

    const [memory, said] = names.map((name) => join(folder, name));
    compact(join(folder, "home", "membria.db"), memory);
    const lacking = lackingIn(memory);
    if (lacking.length > 0) throw new Error(`The memory holds no example of:\n${lacking.join("\n")}`);
    // The questions go to a copy, so that they do not change the file.
    mkdirSync(join(folder, "asked"));
    copyFileSync(memory, join(folder, "asked", "membria.db"));
    // The keys of a team are beside the memory.
    cpSync(join(folder, "home", "teams"), join(folder, "asked", "teams"), { recursive: true });
    // Whoever asks later does not have the repository.
    const asked = (project) => programFrom(join(folder, "asked"))("asked")(ASKED_AT, project);
    const retiredSkill = retiredSkillIn(memory);
    const answers = await whatItSays(version, asked, { retiredSkill, baskets });
    writeFileSync(said, `${JSON.stringify(answers, null, 1)}\n`);
    refuseTraces([memory, said], [folder, root]);
    mkdirSync(target, { recursive: true });
    for (const name of names) copyFileSync(join(folder, name), join(target, name));
    return names;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function whatItSays(version, asked, { retiredSkill, baskets }) {
  const exports = {};
  for (const project of PROJECTS) exports[project] = await exported(asked(project));
  const { ok, checks } = await asked(PROJECTS[0]).json("doctor");
  return {
    version,
    asked_at: ASKED_AT,
    // The other checks depend on the machine.
    doctor: { ok, audit: checks.find(({ name }) => name === "audit") },
    search: { project: PROJECTS[0], words: SEARCHED, finds: baskets },
    counts: Object.fromEntries(PROJECTS.map((project) => [project, countKinds(exports[project])])),
    answers: await askAll(asked, PROJECTS, retiredSkill),
    exports,
  };
}

if (isMain(import.meta)) {
  const [membria = join(root, "dist", "membria.js"), target = join(root, "test", "fixtures")] =
    process.argv.slice(2);
  const names = await writeFixture(resolve(membria), resolve(target));
  console.log(names.map((name) => join(target, name)).join("\n"));
}
