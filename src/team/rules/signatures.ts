/** A key pair of a machine, of the team, or of an invitation; both as base64. */
export interface SigningKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Ed25519. Equal texts and keys give equal signatures. */
export interface Signatures {
  newKey(): SigningKey;
  sign(text: string, privateKey: string): string;
  /** False for anything that is not a signature of the text, also if the key or the signature is malformed. */
  verify(text: string, signature: string, publicKey: string): boolean;
}
