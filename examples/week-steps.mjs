/** What is typed on which day. `keep` remembers the first id in the output under a name, for `{name}` in later lines. */
export const WEEK = {
  about: [
    "One person builds a shop and types what stands below; the rest is what Membria answers. `node examples/week.mjs` runs it again, and a test checks that this page is what the program prints. Ids are numbered in the order in which they appear.",
  ],
  days: [
    {
      day: "Monday: the first decisions",
      at: "2026-03-02T09:00:00Z",
      told: "A new folder, which is no repository yet. With the first commit the project gets a name, and the memory moves along.",
      commands: [
        {
          type: 'membria decide "Keep the orders in PostgreSQL" --confidence 80% --reasoning "Orders need transactions" --alternative MongoDB',
          keep: "orders",
        },
        {
          type: 'membria decide "Use Redis for the cart" -c 0.7 --reasoning "Carts are short-lived" --topic cart -d database',
          keep: "cart",
        },
        { type: "git init -q . && git commit -q --allow-empty -m Begin" },
        { type: "membria list" },
      ],
    },
    {
      day: "Tuesday: somebody asks",
      at: "2026-03-03T10:00:00Z",
      told: "The repository gets a remote, and the memory moves along once more.",
      commands: [
        { type: "git remote add origin https://github.com/acme/shop.git" },
        { type: 'membria search "where do carts live?"' },
        { type: "membria projects" },
        { type: 'membria check "Keep the orders in MongoDB"' },
      ],
    },
    {
      day: "Wednesday: it was put badly",
      at: "2026-03-04T11:00:00Z",
      told: "Words are corrected in a revision. A retraction and an outcome can be taken back.",
      commands: [
        {
          type: 'membria edit {cart} --statement "Use Valkey for the cart" --reasoning "Carts are short-lived, and Valkey is free to use"',
        },
        { type: "membria show {cart} --history" },
        { type: 'membria retract {orders} --reason "Typed the wrong id"' },
        { type: "membria restore {orders}" },
        { type: 'membria outcome {cart} success --lesson "Nobody noticed the change"' },
        { type: 'membria reopen {cart} --reason "It runs in staging only"' },
      ],
    },
    {
      day: "Thursday: twice the same",
      at: "2026-03-05T09:30:00Z",
      told: "A colleague's agent has recorded what is there already, and a later decision replaces an earlier one that is on record.",
      commands: [
        { type: 'membria decide "Keep the cart in Valkey" -c 0.6 -d database', keep: "again" },
        { type: "membria merge {cart} {again}" },
        { type: 'membria decide "Keep the orders in one PostgreSQL cluster with a standby" -c 0.8', keep: "standby" },
        { type: "membria supersede {orders} --by {standby} --reasoning 'One server was down for an hour'" },
        { type: "membria list" },
      ],
    },
    {
      day: "Friday: the records in the repository",
      at: "2026-03-06T15:00:00Z",
      told: "Decisions are written as architecture decision records. An edit in a file comes back as a revision.",
      commands: [
        { type: "membria export adr docs/adr --create" },
        { type: "sed -i 's/with a standby/with two standbys/' docs/adr/*standby.md" },
        { type: "membria sync adr docs/adr" },
        { type: "membria backup" },
      ],
    },
    {
      day: "A month later: how it worked out",
      at: "2026-04-06T09:00:00Z",
      told: "Nothing is learned without outcomes, so the memory asks for them.",
      commands: [
        { type: "membria due" },
        { type: 'membria outcome {cart} success --score 0.9 --lesson "Watch the memory limit"' },
        { type: 'membria outcome {standby} failed --lesson "The standby was never tried"' },
        { type: "membria sync adr docs/adr" },
        { type: "membria stats" },
        { type: "membria list --outcome failure" },
      ],
    },
  ],
};
