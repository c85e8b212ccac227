export interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean; readonly dev?: boolean; readonly version?: string }>
  >;
}

export const INSTALL_SCRIPTS: Readonly<Record<string, string>>;
export function scriptsAtInstall(manifest: {
  readonly scripts?: Readonly<Record<string, string>>;
}): readonly string[];
export function packagesWithScripts(lockfile: Lockfile, which: { readonly dev: boolean }): readonly string[];
