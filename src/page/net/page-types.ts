/** What `GET /page/session` answers. */
export interface PageSession {
  readonly person: string;
  readonly role: "viewer" | "agent" | "admin";
  /** The only project of the key, if it is bound to one. */
  readonly project: string | null;
  readonly projects: readonly string[];
  readonly current: string;
  readonly csrf: string;
  readonly readsOnly: boolean;
  readonly version: string;
  readonly expires_at: string | null;
}
