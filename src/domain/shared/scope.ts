/** One project, or all of them. */
export const ALL_PROJECTS = "all";
export type Scope = string;
