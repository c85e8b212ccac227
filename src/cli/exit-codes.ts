import type { FaultCode } from "../domain/shared/errors.ts";

/** How a command ends that was refused or failed. */
export const EXIT_CODES: Readonly<Record<FaultCode, number>> = {
  internal: 1,
  invalid: 2,
  not_found: 3,
  conflict: 4,
  forbidden: 5,
  unavailable: 6,
  limited: 7,
  insufficient: 8,
};
