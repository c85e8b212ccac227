import type { Command } from "../command.ts";
import { adminSetSecret } from "./admin-set-secret.ts";
import { anomalies } from "./anomalies.ts";
import { calibration } from "./calibration.ts";
import { check } from "./check.ts";
import { checkpoint } from "./checkpoint.ts";
import { decide } from "./decide.ts";
import { doctor } from "./doctor.ts";
import { due } from "./due.ts";
import { embed } from "./embed.ts";
import { forget } from "./forget.ts";
import { keysCreate } from "./keys-create.ts";
import { keysList } from "./keys-list.ts";
import { keysRevoke } from "./keys-revoke.ts";
import { keysRotate } from "./keys-rotate.ts";
import { list } from "./list.ts";
import { mcpServe } from "./mcp-serve.ts";
import { mcpStart } from "./mcp-start.ts";
import { outcome } from "./outcome.ts";
import { proposals } from "./proposals.ts";
import { proposalsAccept } from "./proposals-accept.ts";
import { proposalsReject } from "./proposals-reject.ts";
import { proposalsShow } from "./proposals-show.ts";
import { recall } from "./recall.ts";
import { reflect } from "./reflect.ts";
import { resume } from "./resume.ts";
import { retract } from "./retract.ts";
import { search } from "./search.ts";
import { show } from "./show.ts";
import { signal } from "./signal.ts";
import { skills } from "./skills.ts";
import { skillsShow } from "./skills-show.ts";
import { stats } from "./stats.ts";

export const COMMANDS: readonly Command[] = [
  mcpServe,
  check,
  mcpStart,
  decide,
  show,
  list,
  search,
  recall,
  signal,
  outcome,
  due,
  calibration,
  stats,
  anomalies,
  skills,
  skillsShow,
  retract,
  checkpoint,
  resume,
  forget,
  reflect,
  embed,
  proposals,
  proposalsShow,
  proposalsAccept,
  proposalsReject,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  doctor,
  adminSetSecret,
];
