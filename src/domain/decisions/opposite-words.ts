import { baseWords } from "./way-similarity.ts";

/**
 * Words for things of which one decision takes only one: those of a line exclude each other, those on one side of a bar
 * go together.
 */
export const OPPOSITE_WORDS: readonly (readonly ReadonlySet<string>[])[] = `
integers|decimals|floats|strings
shared|dedicated own separate isolated
synchronous synchronously inline|asynchronous asynchronously queue worker background
public open|private closed
internal|external
manual manually|automatic automatically
local locally|remote remotely central centrally
allowed allow permit permitted may|forbidden forbid restricted restrict banned denied
required require mandatory|optional voluntary
always|never
enabled enable|disabled disable
anyone anybody everyone everybody|nobody only
real live production|fake generated synthetic mock
encrypted hashed|plain plaintext
mutable|immutable
soft|hard
push|pull
eager eagerly|lazy lazily
opt-in|opt-out
static|dynamic
monolith|microservices
monorepo|repository
single|multiple multi several many
same|second different
self-hosted in-house|hosted rented managed
delete wipe erase|keep retain archive
accept|reject refuse
permanent permanently forever|temporary temporarily
before|after
client browser|server
include included|exclude excluded
add adding|remove removing
warn warning|fail block
poll polling|webhook
rebase|squash
tabs|spaces
cookie|token
uuid|serial sequential
free|paid
strict|loose lenient
utc|local
ascending|descending`
  .trim()
  .split("\n")
  .map((line) => line.split("|").map(baseWords));
