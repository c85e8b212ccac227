/** Which projects are shared with others. */
export interface SharedProjects {
  /** Undefined if the project is not shared. */
  teamOf(project: string): Promise<{ readonly team: string } | undefined>;
}
