# For the scripts beside this folder: a Node.js program of one file in a folder that is removed.
#
#   run_node PACKAGE@VERSION... <<'JS'    writes the program, installs the packages, runs it and keeps what it prints
#   also NAME                             puts NAME.js.txt of this folder beside the program
#   expect <<'SEEN'                       fails if that is not what was seen
set -euo pipefail
lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"

also() { cp "$lib/$1.js.txt" "$1.js"; }

run_node() {
	cat >main.js
	echo '{"private": true}' >package.json
	npm install --silent --no-fund --no-audit --ignore-scripts "$@" 2>fetched || { cat fetched >&2; return 1; }
	printf '%s\n' "$@" | sed 's/^/with /; s/\(.\)@/\1 /'
	node --no-deprecation main.js >seen 2>said || { cat seen said >&2; return 1; }
	cat seen
}

expect() {
	if diff - seen; then echo "It is still so."; else echo "It has changed: < is what was seen before." >&2; return 1; fi
}
