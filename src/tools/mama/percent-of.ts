import { inPercent } from "../../domain/shared/percent.ts";

/** A share in whole percent, in the format of the document. */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : inPercent(part / whole)}%`;
