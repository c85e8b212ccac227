import { inPercent } from "../../domain/shared/percent.ts";

/** A share in whole percent, as the document writes it. */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : inPercent(part / whole)}%`;
