package web

import "arbiter/engine"

// Release frees a seat, whoever holds it.
func Release(s *Server, seat engine.Seat) error {
	defer s.bell.ring()
	return s.seats.free(seat)
}
