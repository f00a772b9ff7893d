#!/usr/bin/env bash
# A table is found by its name on the local network. Names there are compared without regard to capital letters (RFC
# 6762, section 16), and a dot in the name of a service is escaped, for it separates labels (RFC 6763, section 4.3).
# hashicorp/mdns compares byte by byte, and joins what it is given.
#
# Expected: an answer for Arbiter.local as for arbiter.local; one label "St. Pauli" before _http.
# Seen:     no answer; two labels, of which the first is the service's name for everybody who reads it.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/hashicorp/mdns@v1.0.7 github.com/miekg/dns@v1.1.72 <<'GO'
package main

import (
	"fmt"
	"net"

	"github.com/hashicorp/mdns"
	"github.com/miekg/dns"
)

func main() {
	s, err := mdns.NewMDNSService("St. Pauli", "_http._tcp", "", "arbiter.local.", 80, []net.IP{net.IPv4(192, 0, 2, 7)}, []string{"path=/"})
	if err != nil {
		panic(err)
	}
	for _, q := range []dns.Question{
		{Name: "arbiter.local.", Qtype: dns.TypeA, Qclass: dns.ClassINET},
		{Name: "Arbiter.local.", Qtype: dns.TypeA, Qclass: dns.ClassINET},
		{Name: "arbiter.local.", Qtype: dns.TypeANY, Qclass: dns.ClassINET},
	} {
		fmt.Printf("%s of %s: %d record(s)\n", dns.TypeToString[q.Qtype], q.Name, len(s.Records(q)))
	}
	rr := s.Records(dns.Question{Name: "_http._tcp.local.", Qtype: dns.TypePTR, Qclass: dns.ClassINET})
	fmt.Printf("the service's labels: %q\n", dns.SplitDomainName(rr[0].(*dns.PTR).Ptr))
}
GO
expect <<'SEEN'
A of arbiter.local.: 1 record(s)
A of Arbiter.local.: 0 record(s)
ANY of arbiter.local.: 0 record(s)
the service's labels: ["St" " Pauli" "_http" "_tcp" "local"]
SEEN
