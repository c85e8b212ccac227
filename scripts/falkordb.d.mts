export function findFalkorDb(): Promise<
  | {
      readonly missing?: undefined;
      readonly command: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
      readonly module: string;
    }
  | { readonly missing: string }
>;
