/** The name of a project, or `all`. */
export const ALL_PROJECTS = "all";
export type Scope = string;
