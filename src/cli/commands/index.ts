import type { Command, CommandGroup } from "../command.ts";
import { adminSetSecret } from "./admin-set-secret.ts";
import { analyze } from "./analyze.ts";
import { anchor } from "./anchor.ts";
import { anomalies } from "./anomalies.ts";
import { assumptions } from "./assumptions.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { calibration } from "./calibration.ts";
import { check } from "./check.ts";
import { checkpoint } from "./checkpoint.ts";
import { completion } from "./completion.ts";
import { context } from "./context.ts";
import { decide } from "./decide.ts";
import { doctor } from "./doctor.ts";
import { due } from "./due.ts";
import { edit } from "./edit.ts";
import { embed } from "./embed.ts";
import { exportAdr } from "./export-adr.ts";
import { exportJson } from "./export-json.ts";
import { forget } from "./forget.ts";
import { gitHook } from "./git-hook.ts";
import { gitSync } from "./git-sync.ts";
import { guidance } from "./guidance.ts";
import { harvest } from "./harvest.ts";
import { hook } from "./hook.ts";
import { hookLog } from "./hook-log.ts";
import { hookOff } from "./hook-off.ts";
import { hookOn } from "./hook-on.ts";
import { importAdr } from "./import-adr.ts";
import { importJson } from "./import-json.ts";
import { importList } from "./import-list.ts";
import { importMama } from "./import-mama.ts";
import { importServerMemory } from "./import-server-memory.ts";
import { importUndo } from "./import-undo.ts";
import { install } from "./install.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysRotate } from "./keys-rotate.ts";
import { links } from "./links.ts";
import { linksApprove } from "./links-approve.ts";
import { linksBackup } from "./links-backup.ts";
import { linksCleanup } from "./links-cleanup.ts";
import { linksPropose } from "./links-propose.ts";
import { linksReject } from "./links-reject.ts";
import { linksRestore } from "./links-restore.ts";
import { linksSuggest } from "./links-suggest.ts";
import { list } from "./list.ts";
import { mcpServe } from "./mcp-serve.ts";
import { mcpStart } from "./mcp-start.ts";
import { merge } from "./merge.ts";
import { open } from "./open.ts";
import { outcome } from "./outcome.ts";
import { projects } from "./projects.ts";
import { projectsForget } from "./projects-forget.ts";
import { projectsMerge, projectsMove, projectsRename } from "./projects-move.ts";
import { projectsUndo } from "./projects-undo.ts";
import { proposals } from "./proposals.ts";
import { proposalsAccept } from "./proposals-accept.ts";
import { proposalsExport } from "./proposals-export.ts";
import { proposalsReject } from "./proposals-reject.ts";
import { proposalsShow } from "./proposals-show.ts";
import { recall } from "./recall.ts";
import { recover } from "./recover.ts";
import { reflect } from "./reflect.ts";
import { reopen } from "./reopen.ts";
import { report } from "./report.ts";
import { restore } from "./restore.ts";
import { restoreBackup } from "./restore-backup.ts";
import { resume } from "./resume.ts";
import { retract } from "./retract.ts";
import { review } from "./review.ts";
import { search } from "./search.ts";
import { show } from "./show.ts";
import { signal } from "./signal.ts";
import { skills } from "./skills.ts";
import { skillsShow } from "./skills-show.ts";
import { stats } from "./stats.ts";
import { status } from "./status.ts";
import { supersede } from "./supersede.ts";
import { syncAdr } from "./sync-adr.ts";
import { teamCreate } from "./team-create.ts";
import { teamInvite } from "./team-invite.ts";
import { teamJoin } from "./team-join.ts";
import { teamLeave } from "./team-leave.ts";
import { teamMembers } from "./team-members.ts";
import { teamRemove, teamRole } from "./team-role.ts";
import { teamStatus } from "./team-status.ts";
import { teamSync } from "./team-sync.ts";
import { threats } from "./threats.ts";
import { threatsShow } from "./threats-show.ts";
import { trust } from "./trust.ts";
import { uninstall } from "./uninstall.ts";
import { why } from "./why.ts";

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
