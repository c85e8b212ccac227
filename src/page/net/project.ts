import { currentAddress, useAddress } from "../route/address.ts";
import { sessionState } from "./session.ts";

/** Stands for every project that the person may see. */
export const ALL_PROJECTS = "all";

const projectIn = (query: URLSearchParams): string => {
  const now = sessionState.get();
  return query.get("project") ?? (now.state === "signed-in" ? now.session.current : ALL_PROJECTS);
};

/** The project that the address names, or the one that the session begins with. */
export const shownProject = (): string => projectIn(currentAddress().query);
export const useShownProject = (): string => projectIn(useAddress().query);

/** For an address of something in a project: names it unless it is shown anyway. */
export const inProject = (project: string): { readonly project?: string } =>
  project === shownProject() ? {} : { project };
