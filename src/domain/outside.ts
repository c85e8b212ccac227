import type { AdrFolder } from "./adr.ts";
import type { MamaDatabase } from "./mama.ts";

/** What lies outside the memory, and is moved in from there or out to there. A path is as a person typed it. */
export interface Outside {
  /** @throws Fault when it is not one, or newer than what is known here. */
  openMama(path: string): Promise<MamaDatabase>;
  /** @throws Fault when it is not there, unless it is to be made. */
  openAdrFolder(path: string, options: { readonly create: boolean }): Promise<AdrFolder>;
}
