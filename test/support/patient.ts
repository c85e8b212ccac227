/** The program gives up on nothing because a machine is busy. A test of giving up sets the time limit that it is about. */
export const PATIENT = {
  MEMBRIA_PATIENCE: "1000",
  MEMBRIA_EMBEDDING_WAIT_MS: "60000",
  MEMBRIA_HOOK_WAIT_MS: "60000",
};
