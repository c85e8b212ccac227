import type { Command } from "../command.ts";
import { adminSetSecret } from "./admin-set-secret.ts";
import { decide } from "./decide.ts";
import { doctor } from "./doctor.ts";
import { forget } from "./forget.ts";
import { list } from "./list.ts";
import { retract } from "./retract.ts";
import { show } from "./show.ts";

export const COMMANDS: readonly Command[] = [decide, show, list, retract, forget, doctor, adminSetSecret];
