# For the scripts beside this folder: a Go program of one file in a folder that is removed.
#
#   run_go MODULE@VERSION... <<'GO'     writes the program, fetches the modules, runs it and keeps what it prints
#   also NAME                           puts NAME.go.txt of this folder beside the program
#   expect <<'SEEN'                     fails if that is not what was seen
set -euo pipefail
lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"

also() { cp "$lib/$1.go.txt" "$1.go"; }

run_go() {
	cat >main.go
	export GOFLAGS=-mod=mod GOWORK=off
	go mod init try 2>/dev/null
	go get "$@" 2>fetched || { cat fetched >&2; return 1; }
	printf '%s\n' "$@" | sed 's/^/with /; s/@/ /'
	go run . >seen 2>said || { cat seen said >&2; return 1; }
	cat seen
}

expect() {
	if diff - seen; then echo "It is still so."; else echo "It has changed: < is what was seen before." >&2; return 1; fi
}
