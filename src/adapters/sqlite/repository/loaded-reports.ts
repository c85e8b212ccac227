import type { ReportStore } from "../../../domain/repository/report-store.ts";
import { loadedLater } from "../shared/loaded-later.ts";

const LOADED = [
  "addReports",
  "reportsOf",
  "reportsNaming",
  "decisionsWithReports",
  "dismissReports",
  "howFarRead",
  "noteRead",
] as const satisfies readonly (keyof ReportStore)[];

/** What the repository says, loaded with the first question about it. */
export const loadedReports = (load: () => Promise<ReportStore>): ReportStore => loadedLater(LOADED, load);
