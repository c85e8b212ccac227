/** What receiving needs to know of the team. */
export interface ReceivingTeam {
  readonly project: string;
  readonly team: string;
  readonly origin: string;
}
