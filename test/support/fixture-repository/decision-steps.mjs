import { fileText } from "./code.mjs";
import { changeNumber } from "./edits.mjs";
import { insertInto } from "./history.mjs";

const DAY = 86_400_000;
const later = (at, days) => new Date(Date.parse(at) + days * DAY).toISOString();
const revertOf = (subject) => `Revert "${subject}"`;

/** What the carrying commit does, apart from the part that a second commit of the branch does. */
function firstOps(decision, files) {
  const ops = [];
  const [path, secondPath] = decision.files;
  const { dependency, drops = [] } = decision;
  if (decision.creates) ops.push({ kind: "create", path, text: fileText(decision.creates) });
  if (decision.code) ops.push(insertInto(files, path, decision.code[0], decision.code.slice(1)));
  if (decision.removes) ops.push({ kind: "replace", path, from: [decision.removes], to: [] });
  if (decision.second) ops.push(insertInto(files, secondPath, decision.second[0], decision.second.slice(1)));
  if (dependency && decision.packages !== false) {
    ops.push({
      kind: "package",
      add: { [dependency]: `^${1 + (dependency.length % 7)}.2.0` },
      remove: drops,
    });
  }
  return ops;
}

const moreOps = (decision, files) => [
  insertInto(files, decision.files[0], decision.more[0], decision.more.slice(1)),
];

const NAMING = [
  (id) => `Decision: ${id}`,
  (id) => `Implements ${id}.`,
  (id) => `This carries out decision ${id}.`,
];

function carryOnMain(decision, record, { history, idOf }) {
  const files = history.files();
  const ops = [...firstOps(decision, files), ...(decision.more ? moreOps(decision, files) : [])];
  let message = `${decision.subject}\n\n${decision.reasoning}`;
  if (decision.how === "squash") {
    record.pullRequest = history.nextPullRequest();
    message = `${decision.subject} (#${record.pullRequest})\n\n* First version\n\n* After the review`;
  }
  if (decision.how === "named") {
    message += `\n\n${NAMING[decision.key.length % NAMING.length](idOf(decision.key))}`;
  }
  record.commits.push(history.commit({ at: decision.carriedAt, message, ops, zone: "+0200" }));
  record.landed = record.commits[0];
}

function branchSteps(decision, record) {
  const { branch } = decision;
  const steps = [
    {
      at: decision.carriedAt,
      run({ history }) {
        const ops = firstOps(decision, history.files(branch));
        record.commits.push(
          history.commit({ at: decision.carriedAt, message: decision.subject, ops, branch, zone: "-0500" }),
        );
      },
    },
  ];
  if (decision.more) {
    const at = later(decision.carriedAt, 0.2);
    steps.push({
      at,
      run({ history }) {
        const ops = moreOps(decision, history.files(branch));
        const message = `${decision.subject}, second part`;
        record.commits.push(history.commit({ at, message, ops, branch, zone: "-0500" }));
      },
    });
  }
  if (decision.backMergeAt) {
    steps.push({
      at: decision.backMergeAt,
      run: ({ history }) =>
        history.merge({
          at: decision.backMergeAt,
          message: `Merge branch 'main' into ${branch}`,
          branch: "main",
          into: branch,
          drop: false,
        }),
    });
  }
  if (decision.mergedAt) {
    steps.push({
      at: decision.mergedAt,
      run({ history }) {
        let message = `Merge branch '${branch}'`;
        if (decision.how === "pull request merge") {
          record.pullRequest = history.nextPullRequest();
          message = `Merge pull request #${record.pullRequest} from acme/${branch}\n\n${decision.subject}`;
        }
        record.landed = history.merge({ at: decision.mergedAt, message, branch });
      },
    });
  }
  return steps;
}

function revertMessage(form, target, record, { history, named }) {
  const subject = revertOf(target.subject);
  if (form === "subject") return `${subject}\n\nIt made things worse in production.`;
  if (form === "short sha") return `${subject}\n\nThis reverts commit ${target.sha.slice(0, 10)}.`;
  if (form === "pull request") {
    return `${subject} (#${history.nextPullRequest()})\n\nReverts acme/shop#${record.pullRequest}`;
  }
  if (form === "merge") {
    return `${subject}\n\nThis reverts commit ${target.sha}, reversing\nchanges made to ${target.parents[0].sha}.`;
  }
  if (form === "two shas") {
    const other = named.get("mail-preview");
    return `${subject}\n\nThis reverts commit ${other.sha}.\nThis reverts commit ${target.sha}.`;
  }
  return `${subject}\n\nThis reverts commit ${target.sha}.`;
}

function revertSteps(decision, record) {
  const { at, form, takenBack } = decision.revert;
  const steps = [
    {
      at,
      run(told) {
        const target = record.landed;
        const ops = [...(form === "two shas" ? told.named.get("mail-preview").undo : []), ...target.undo];
        const message = revertMessage(form, target, record, told);
        record.revert = told.history.commit({ at, message, ops, who: "Maintainer" });
      },
    },
  ];
  if (takenBack) {
    steps.push({
      at: takenBack.at,
      run({ history }) {
        const { revert } = record;
        const naming = `\n\nThis reverts commit ${revert.sha}.`;
        const message = {
          sha: revertOf(revert.subject) + naming,
          subject: `${revertOf(revert.subject)}\n\nThe cause was elsewhere.`,
          reapply: `Reapply "${record.landed.subject}"${naming}`,
        }[takenBack.form];
        record.takenBack = history.commit({ at: takenBack.at, message, ops: revert.undo });
      },
    });
  }
  return steps;
}

function edit(at, path, subject) {
  return {
    at,
    run({ history, random, pathNow }) {
      const now = pathNow(path);
      const ops = [changeNumber(history.files(), now, random)];
      history.commit({ at, message: subject, ops });
    },
  };
}

/** The steps by which a decision is captured, carried out and perhaps reverted; `record` is filled on the way. */
export function decisionSteps(decision, record) {
  const onBranch = decision.branch !== undefined;
  const steps = [
    {
      at: decision.at,
      run({ history }) {
        record.captured = true;
        record.head = history.tip().sha;
        if (onBranch) history.startBranch(decision.branch);
      },
    },
  ];
  if (onBranch) steps.push(...branchSteps(decision, record));
  else if (decision.carriedAt) {
    steps.push({ at: decision.carriedAt, run: (told) => carryOnMain(decision, record, told) });
  }
  const topic = decision.files[0]?.split("/").at(-1).replace(".ts", "");
  if (decision.decoyAt) steps.push(edit(decision.decoyAt, decision.files[0], `Tidy the numbers in ${topic}`));
  for (const days of decision.fixes ?? []) {
    const at = later(decision.mergedAt ?? decision.carriedAt, days);
    steps.push(
      edit(at, decision.files[0], `fix: wrong number in ${topic} after ${Math.ceil(days)} days in use`),
    );
  }
  if (decision.revert) steps.push(...revertSteps(decision, record));
  return steps;
}
