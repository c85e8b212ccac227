export interface Source {
  readonly path: string;
  readonly text: string;
}
export interface Place {
  readonly room: string;
  readonly layer: string;
  readonly name: string;
}
export interface RoomImport {
  readonly from: Place;
  readonly to: Place;
}
export const DIVIDED: readonly string[];
export function placeOf(path: string): Place | undefined;
export function importsBetweenRooms(sources: readonly Source[]): RoomImport[];
export function roomGraph(imports: readonly RoomImport[]): Map<string, Map<string, number>>;
export function findCycle(graph: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] | undefined;
export function readSources(src: string): Promise<Source[]>;
