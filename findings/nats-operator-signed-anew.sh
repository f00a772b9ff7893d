#!/usr/bin/env bash
# A NATS server reads its configuration again when it is told to. Its operator is a JWT: the same claims
# of the same operator, signed once more, differ in nothing but the second in which that was done.
#
# Expected: the server goes on with the new signature, as it does with the file unchanged.
# Seen:     it refuses the whole file, with whatever else is new in it: only a restart takes it.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/nats-io/nats-server/v2@v2.15.2 github.com/nats-io/jwt/v2@v2.8.2 github.com/nats-io/nkeys@v0.4.16 <<'GO'
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	operator := must(nkeys.CreateOperator())
	claims := jwt.NewOperatorClaims(must(operator.PublicKey()))
	claims.Name = "club"
	file := filepath.Join(must(os.MkdirTemp("", "")), "node.conf")
	write := func(signed string) {
		text := "listen: 127.0.0.1:-1\noperator: " + signed + "\nresolver: MEMORY\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	first := must(claims.Encode(operator))
	write(first)
	s := must(server.NewServer(must(server.ProcessConfigFile(file))))
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		panic("it does not start")
	}
	fmt.Println("the same file:", s.Reload())
	time.Sleep(1100 * time.Millisecond) // the time of signing is in seconds
	again := must(claims.Encode(operator))
	write(again)
	err := s.Reload()
	fmt.Println("signed anew:", again != first, err != nil && strings.Contains(err.Error(), "config reload not supported for TrustedOperators"))
	write(first)
	fmt.Println("the first file:", s.Reload())
}
GO
expect <<'SEEN'
the same file: <nil>
signed anew: true true
the first file: <nil>
SEEN
