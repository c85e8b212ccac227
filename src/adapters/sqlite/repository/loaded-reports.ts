import type { DeliveryStore } from "../../../domain/repository/delivery-store.ts";
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

const OF_DELIVERIES = [
  "projectsAbout",
  "decisionsConcerned",
  "recordDelivery",
] as const satisfies readonly (keyof DeliveryStore)[];

/** What services that host the repository report, loaded with their first report. */
export const loadedDeliveries = (load: () => Promise<DeliveryStore>): DeliveryStore =>
  loadedLater(OF_DELIVERIES, load);
