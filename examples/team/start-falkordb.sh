#!/bin/sh
# The server of a team without containers, in the foreground. It needs FalkorDB's module for this machine (falkordb.so of a
# release) and valkey-server or redis-server, 7.2 or newer. Before the first start, replace the password in users.acl.
#
#   examples/team/start-falkordb.sh MODULE DATA [PORT]
#
# MODULE is the path of falkordb.so, DATA the folder for the server's files. SERVER names another server program, and BIND
# another address than that of this machine alone: one of your own network, never one that the world can reach.
set -eu

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "Usage: $0 MODULE DATA [PORT]" >&2
  exit 2
fi
module=$1
data=$2
port=${3:-6379}
users=$(cd "$(dirname "$0")" && pwd)/users.acl

server=${SERVER:-$(command -v valkey-server || command -v redis-server || true)}
if [ -z "$server" ]; then
  echo "There is neither valkey-server nor redis-server here. Install one, 7.2 or newer." >&2
  exit 1
fi
mkdir -p "$data"

# Every change goes to the disk, snapshots with erased text do not, and a full server refuses instead of forgetting. A
# restart applies what queries did instead of running them again, and no query is kept with the words in it.
exec "$server" \
  --bind "${BIND:-127.0.0.1}" --port "$port" --dir "$data" \
  --aclfile "$users" \
  --appendonly yes --save '' \
  --maxmemory 1gb --maxmemory-policy noeviction \
  --loadmodule "$module" EFFECTS_THRESHOLD 0 CMD_INFO no
