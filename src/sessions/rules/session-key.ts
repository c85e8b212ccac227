/** A session of one client. Two clients may give the same name. */
export interface SessionKey {
  readonly client: string;
  readonly session: string;
}
