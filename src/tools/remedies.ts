import { PERSON_COMMANDS } from "./person-commands.ts";
import type { RemedyWords } from "./wording.ts";

/** Where a call says which project it is for. */
export const PROJECT_KEY = "membria/project";

const asked = (command: string): string => `Ask the person to run: ${command}`;

/** The words for an agent, with the tools that it has in any case. A vocabulary puts its own tools in their place. */
export const TOOL_REMEDIES: RemedyWords = {
  "send-plain-text": ({ field }, name) => `Send ${name(field)} as plain text.`,
  "send-one-of": ({ fields }, name) => `Add one or more of ${fields.map(name).join(", ")}.`,
  "name-project": () => `The project of a call is named in _meta["${PROJECT_KEY}"].`,
  "set-project": () =>
    `Set one with MEMBRIA_PROJECT or {"project": "NAME"} in .membria.json, or name it in _meta["${PROJECT_KEY}"].`,
  "list-decisions": () => "search_decisions finds the ones there are.",
  "list-due": () => "membria://decisions/due has those that wait for it.",
  "list-skills": () => "membria_get_skills with domain: all lists what was learned.",
  "list-insights": () => "memory_search_recent with type: insight lists the ones there are.",
  "list-pending-links": () => "get_pending_links lists those that wait.",
  "list-proposals": () => "A person sees the open ones with `membria proposals`.",
  "list-keys": () => "A person sees the keys there are with `membria keys list`.",
  "list-imports": () => "A person sees the ones there are with `membria import list`.",
  "show-latest-checkpoint": () => "memory_load_checkpoint loads the latest one.",
  "get-confidence-guidance": () => "membria_get_confidence_guidance says by how much.",
  "run-doctor": () => "`membria doctor` says where it is and what is wrong with it.",
  "record-outcome": () => "membria_record_outcome records how one worked out.",
  "relearn-skills": (remedy) => `\`${PERSON_COMMANDS["relearn-skills"](remedy)}\` catches up.`,
  "save-checkpoint": () => "memory_save_checkpoint saves one.",
  "propose-link": () => "propose_link proposes one.",
  "reject-pending-link": () => "reject_link turns it down for good.",
  "approve-link-all-the-same": (remedy) =>
    `To approve all the same, call it again with despite_conflicts: true, or let the person run: ${PERSON_COMMANDS["approve-link-all-the-same"](remedy)}`,
  "back-up-links": () => "create_link_backup makes one.",
  "create-key": (remedy) => asked(PERSON_COMMANDS["create-key"](remedy)),
  "export-json": (remedy) => asked(PERSON_COMMANDS["export-json"](remedy)),
  "switch-model": (remedy) => `\`${PERSON_COMMANDS["switch-model"](remedy)}\` would change that.`,
  "retract-decision": (remedy) => asked(PERSON_COMMANDS["retract-decision"](remedy)),
  "replace-decision": (remedy) => asked(PERSON_COMMANDS["replace-decision"](remedy)),
  "accept-proposal": (remedy) => asked(PERSON_COMMANDS["accept-proposal"](remedy)),
  "reject-link": (remedy) => asked(PERSON_COMMANDS["reject-link"](remedy)),
  "erase-memory": (remedy) => asked(PERSON_COMMANDS["erase-memory"](remedy)),
  "restore-backup": (remedy) => asked(PERSON_COMMANDS["restore-backup"](remedy)),
  "undo-import-all-the-same": (remedy) => asked(PERSON_COMMANDS["undo-import-all-the-same"](remedy)),
  "rotate-key": (remedy) => `A new secret: ${PERSON_COMMANDS["rotate-key"](remedy)}`,
};
