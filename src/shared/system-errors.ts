/** What stands in the way, as the end of a sentence about a file or folder, and what would help. */
interface SystemCause {
  readonly reason: string;
  readonly because: string;
  readonly hint: string;
}

const cause = (reason: string, because: string, hint: string): SystemCause => ({
  reason,
  because,
  hint,
});

const NO_SPACE = cause("disk_full", "the disk is full", "Free some space there and try again.");
const NOT_ALLOWED = cause(
  "no_permission",
  "you may not do that there",
  "Change its permissions, or use a place where you may read and write.",
);
const TOO_MANY_FILES = cause(
  "too_many_open_files",
  "too many files are open",
  "Close some programs, or raise the limit of open files (`ulimit -n`) to 256 or more.",
);
const NO_FOLDER = cause(
  "not_a_folder",
  "a part of this path is no folder, or does not exist and cannot be made",
  "Use a path whose folders exist.",
);
const FAILING_DISK = cause("disk_error", "the disk answered with an error", "Check the disk and try again.");

/** By the codes that the system gives. Anything else is a defect. */
const CAUSES: Readonly<Record<string, SystemCause>> = {
  EMFILE: TOO_MANY_FILES,
  ENFILE: TOO_MANY_FILES,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: cause(
    "disk_full",
    "files there may not become that large",
    "Raise the limit of file sizes (`ulimit -f`), or use another disk.",
  ),
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: cause("read_only_disk", "that disk can only be read", "Use a place where you may read and write."),
  ENOTDIR: NO_FOLDER,
  ENOENT: NO_FOLDER,
  EIO: FAILING_DISK,
};

/** Errors of processes and networks have the same codes, and are explained where they are met. */
const OTHER_CALLS = /^(?:spawn|kill|connect|listen|bind|getaddrinfo|uv_)/;

/** Why the system refused a file; undefined if the error is none of the system's, or an unexpected one. */
export function systemCause(error: unknown): (SystemCause & { readonly path?: string }) | undefined {
  const { code, syscall, path } = (error ?? {}) as { code?: unknown; syscall?: unknown; path?: unknown };
  if (typeof code !== "string" || typeof syscall !== "string") return undefined;
  const found = CAUSES[code];
  // Every handle counts against the same limit.
  if (OTHER_CALLS.test(syscall) && found !== TOO_MANY_FILES) return undefined;
  return found && { ...found, ...(typeof path === "string" && { path }) };
}
