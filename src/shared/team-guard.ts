/**
 * Asked before something is done in a project that a team may not let this machine do: the others would not apply it, and
 * the memories would differ from then on.
 * @throws Fault `forbidden` if the project is shared, and the role of this machine does not allow it.
 */
export type TeamGuard = (project: string, action: "proposal.accepted" | "import.undone") => Promise<void>;
