import type { Command } from "../command.ts";
import { adminSetSecret } from "./admin-set-secret.ts";
import { calibration } from "./calibration.ts";
import { decide } from "./decide.ts";
import { doctor } from "./doctor.ts";
import { due } from "./due.ts";
import { exportAdr } from "./export-adr.ts";
import { exportJson } from "./export-json.ts";
import { forget } from "./forget.ts";
import { importAdr } from "./import-adr.ts";
import { importJson } from "./import-json.ts";
import { importList } from "./import-list.ts";
import { importMama } from "./import-mama.ts";
import { importServerMemory } from "./import-server-memory.ts";
import { importUndo } from "./import-undo.ts";
import { list } from "./list.ts";
import { mcpServe } from "./mcp-serve.ts";
import { outcome } from "./outcome.ts";
import { proposals } from "./proposals.ts";
import { proposalsAccept } from "./proposals-accept.ts";
import { proposalsReject } from "./proposals-reject.ts";
import { proposalsShow } from "./proposals-show.ts";
import { recall } from "./recall.ts";
import { reflect } from "./reflect.ts";
import { retract } from "./retract.ts";
import { search } from "./search.ts";
import { show } from "./show.ts";
import { signal } from "./signal.ts";
import { syncAdr } from "./sync-adr.ts";

export const COMMANDS: readonly Command[] = [
  mcpServe,
  decide,
  show,
  list,
  search,
  recall,
  signal,
  outcome,
  due,
  calibration,
  retract,
  forget,
  reflect,
  proposals,
  proposalsShow,
  proposalsAccept,
  proposalsReject,
  importMama,
  importAdr,
  importServerMemory,
  importJson,
  importList,
  importUndo,
  exportAdr,
  exportJson,
  syncAdr,
  doctor,
  adminSetSecret,
];
