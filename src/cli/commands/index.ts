import type { Command, CommandGroup } from "../command.ts";
import { list } from "./ask/list.ts";
import { analyze, context, recall } from "./ask/recall.ts";
import { search } from "./ask/search.ts";
import { show } from "./ask/show.ts";
import { threats, threatsShow } from "./ask/threats.ts";
import { why } from "./ask/why.ts";
import { check } from "./decide/check.ts";
import { checkpoint, resume } from "./decide/checkpoint.ts";
import { decide } from "./decide/decide.ts";
import { due } from "./decide/due.ts";
import { gitSync } from "./decide/git-sync.ts";
import { outcome, signal } from "./decide/outcome.ts";
import { review } from "./decide/review.ts";
import { anchor } from "./govern/anchor.ts";
import { assumptions } from "./govern/assumptions.ts";
import { audit } from "./govern/audit.ts";
import { edit } from "./govern/edit.ts";
import { forget } from "./govern/forget.ts";
import { guidance } from "./govern/guidance.ts";
import {
  links,
  linksApprove,
  linksBackup,
  linksCleanup,
  linksPropose,
  linksReject,
  linksRestore,
  linksSuggest,
} from "./govern/links.ts";
import {
  projects,
  projectsForget,
  projectsMerge,
  projectsMove,
  projectsRename,
  projectsUndo,
} from "./govern/projects.ts";
import { merge, reopen, restore, retract, supersede } from "./govern/standing.ts";
import { trust } from "./govern/trust.ts";
import { anomalies } from "./learn/anomalies.ts";
import { calibration } from "./learn/calibration.ts";
import {
  proposals,
  proposalsAccept,
  proposalsExport,
  proposalsReject,
  proposalsShow,
  reflect,
} from "./learn/proposals.ts";
import { report } from "./learn/report.ts";
import { skills, skillsShow } from "./learn/skills.ts";
import { stats } from "./learn/stats.ts";
import { exportAdr, exportJson } from "./move/export.ts";
import { harvest } from "./move/harvest.ts";
import {
  importAdr,
  importJson,
  importList,
  importMama,
  importServerMemory,
  importUndo,
} from "./move/import.ts";
import { syncAdr } from "./move/sync-adr.ts";
import { backup, restoreBackup } from "./repair/backup.ts";
import { doctor } from "./repair/doctor.ts";
import { embed } from "./repair/embed.ts";
import { recover } from "./repair/recover.ts";
import { completion } from "./serve/completion.ts";
import { gitHook } from "./serve/git-hook.ts";
import { hook, hookLog, hookOff, hookOn } from "./serve/hook.ts";
import { install, uninstall } from "./serve/install.ts";
import { adminSetSecret, keysCreate, keysList, keysRevoke, keysRotate } from "./serve/keys.ts";
import { mcpServe } from "./serve/mcp-serve.ts";
import { mcpStart, open } from "./serve/open.ts";
import { status } from "./serve/status.ts";
import { teamCreate, teamJoin } from "./share/begin.ts";
import { teamInvite, teamMembers, teamRemove, teamRole } from "./share/members.ts";
import { teamLeave, teamStatus, teamSync } from "./share/status.ts";

/** In the order of the help: everyday commands first. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    title: "Decide",
    about: "record decisions, and how they work out",
    commands: [decide, check, outcome, signal, due, review, gitSync, checkpoint, resume],
  },
  {
    title: "Ask",
    about: "find what was decided, and what to know first",
    commands: [show, list, search, why, recall, context, analyze, threats, threatsShow],
  },
  {
    title: "Learn",
    about: "see what outcomes teach",
    commands: [
      calibration,
      skills,
      skillsShow,
      anomalies,
      stats,
      report,
      reflect,
      proposals,
      proposalsShow,
      proposalsAccept,
      proposalsReject,
      proposalsExport,
    ],
  },
  {
    title: "Govern",
    about: "decide what holds, what is linked and what is erased",
    commands: [
      edit,
      assumptions,
      anchor,
      retract,
      restore,
      supersede,
      merge,
      reopen,
      forget,
      links,
      linksPropose,
      linksApprove,
      linksReject,
      linksSuggest,
      linksBackup,
      linksCleanup,
      linksRestore,
      guidance,
      projects,
      projectsMove,
      projectsMerge,
      projectsRename,
      projectsUndo,
      projectsForget,
      trust,
      audit,
    ],
  },
  {
    title: "Move",
    about: "bring decisions in and take them out",
    commands: [
      harvest,
      importMama,
      importAdr,
      importServerMemory,
      importJson,
      importList,
      importUndo,
      exportAdr,
      exportJson,
      syncAdr,
    ],
  },
  {
    title: "Share",
    about: "keep the decisions of a project together with a team",
    commands: [
      teamCreate,
      teamJoin,
      teamInvite,
      teamMembers,
      teamRole,
      teamRemove,
      teamStatus,
      teamSync,
      teamLeave,
    ],
  },
  {
    title: "Serve",
    about: "connect clients, agents and your shell",
    commands: [
      install,
      uninstall,
      status,
      open,
      mcpServe,
      mcpStart,
      keysCreate,
      keysList,
      keysRotate,
      keysRevoke,
      adminSetSecret,
      hook,
      hookLog,
      hookOff,
      hookOn,
      gitHook,
      completion,
    ],
  },
  {
    title: "Repair",
    about: "examine the memory, copy it and bring it back",
    commands: [doctor, backup, restoreBackup, recover, embed],
  },
];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
