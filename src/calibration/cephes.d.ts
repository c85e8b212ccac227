/** The package has types, but its `exports` hide them from the compiler. These are the functions we use. */
declare module "cephes" {
  /** Resolves when the WebAssembly module is ready. */
  export const compiled: Promise<void>;
  /** The regularised incomplete beta function. */
  export function incbet(a: number, b: number, x: number): number;
  /** Its inverse. */
  export function incbi(a: number, b: number, y: number): number;
}
