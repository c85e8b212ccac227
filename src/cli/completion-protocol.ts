/** The hidden command that a shell asks with the words of the line. */
export const COMPLETE = "__complete";

/** Tells the shell to suggest files, because any text may be meant. */
export const FILES = ":files";
