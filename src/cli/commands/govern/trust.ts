import * as z from "zod";
import { type Binding, PERSON_TRUSTS, readBindings, trustProject } from "../../../access/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform, requirePerson } from "../../../shared/operations/operation.ts";
import { type CommandResult, defineCommand, type Installation, type ProjectFacts } from "../../command.ts";
import { bindingText, repositoryText } from "../../project-reports.ts";

type Foreign = Extract<ProjectFacts["named"], { standing: "foreign" }>;

export const trust = defineCommand({
  name: "trust",
  summary:
    "Let this repository use the project that its .membria.json names, although others wrote under that name.",
  positionals: [],
  explainsProject: true,
  input: z.strictObject({
    yes: z.boolean().default(false).describe("Do it without asking."),
  }),
  async run({ yes }, { deps, call, terminal, installation }) {
    const facts = await installation.project();
    const { named } = facts;
    if (named?.standing !== "foreign") return nothingToTrust(facts, installation);
    const [opened, ownCall] = [await deps(), await call()];
    await requirePerson(PERSON_TRUSTS, ownCall.actor.author.kind);
    const others = await readBindings(opened.memory, named.project);
    const explained = explanation(named, others, installation);
    if (!yes) {
      const agreed = await terminal.confirm(`${explained}\nLet it read and write there?`);
      if (agreed === undefined) throw confirmationNeeded(explained);
      if (!agreed) return { json: resultOf(facts, false), text: "Nothing was changed." };
    }
    const { project, repository } = named;
    await perform(trustProject, { project, repository }, opened, ownCall);
    return {
      json: resultOf(facts, true),
      text: [
        ...(yes ? [explained] : []),
        `From now on ${repositoryText(repository, installation)} uses the project "${project}".`,
      ].join("\n"),
    };
  },
});

function explanation(
  { project, repository, decisions }: Foreign,
  others: readonly Binding[],
  installation: Installation,
): string {
  const waiting =
    decisions === 0 ? "no decisions" : decisions === 1 ? "1 decision" : `${decisions} decisions`;
  return [
    `.membria.json names the project "${project}".`,
    `This repository is ${repositoryText(repository, installation)}.`,
    `Under that name there ${decisions === 1 ? "is" : "are"} ${waiting}.`,
    ...(others.length > 0
      ? [`Bound to it already: ${others.map((other) => bindingText(other, installation)).join(", ")}.`]
      : []),
  ].join("\n");
}

function nothingToTrust(facts: ProjectFacts, installation: Installation): CommandResult {
  return {
    json: resultOf(facts, false),
    text: `Nothing needs trust here: ${reasonOf(facts, installation)}.`,
  };
}

function reasonOf({ project, source, named }: ProjectFacts, installation: Installation): string {
  if (named?.standing === "bound") return `"${project}" is bound to ${bindingText(named, installation)}`;
  return named?.standing === "free"
    ? `nobody has written under "${project}" yet, and the first write binds it to this repository`
    : `the project is "${project}" (from ${source})`;
}

function resultOf({ project, source, named }: ProjectFacts, trusted: boolean): unknown {
  return {
    trusted,
    project: trusted ? named?.project : project,
    source: trusted ? "file" : source,
    ...(named && {
      named: named.project,
      repository: named.repository,
      standing: trusted ? "bound" : named.standing,
      ...(named.standing === "foreign" && { decisions: named.decisions }),
    }),
  };
}

function confirmationNeeded(explained: string): Fault {
  return new Fault("invalid", `${explained.replaceAll("\n", " ")} Nothing was changed.`, {
    reason: "confirmation_needed",
    hint: "To let this repository read and write there: membria trust --yes",
  });
}
