import { Fault } from "../errors.ts";
import type { Call } from "./operation.ts";

/** For what concerns all projects together: who is bound to one of them learns nothing of the others. @throws Fault */
export function requireWholeMemory({ confinedTo }: Pick<Call, "confinedTo">): void {
  if (confinedTo === undefined) return;
  throw new Fault(
    "forbidden",
    `This concerns the whole memory, and the key in use is for the project ${confinedTo} alone.`,
    { reason: "other_project", hint: "It takes a key that is for no project in particular." },
  );
}
