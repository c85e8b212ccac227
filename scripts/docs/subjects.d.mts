export interface Source {
  readonly path: string;
  readonly text: string;
}
export interface SubjectImport {
  readonly from: string;
  readonly to: string;
}
export const SUBJECTS: Readonly<Record<string, string>>;
export const ORDER: readonly string[];
export const GROUND: readonly string[];
export function subjectOf(path: string): string | undefined;
export function importsBetweenSubjects(sources: readonly Source[]): SubjectImport[];
export function subjectGraph(sources: readonly Source[]): Map<string, string[]>;
export function readSources(src: string): Promise<Source[]>;
