package web

import (
	"fmt"
	"net/http"
	"strconv"
)

// pass lets what everybody is asked pass for a seat: seat, window. No other page hears of
// it.
func (s *Server) pass(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, err := s.seatOf(r)
	if err != nil {
		return outcome{}, err
	}
	number, err := strconv.Atoi(r.PostFormValue("window"))
	if err != nil {
		return outcome{}, fmt.Errorf("%w: no window", errMalformed)
	}
	a, err := s.table.Pass(r.Context(), seat, number)
	return outcome{Version: a.Version}, err
}

// standing keeps a standing order of a seat: seat, order. No other page hears of it.
func (s *Server) standing(_ http.ResponseWriter, r *http.Request) (outcome, error) {
	seat, err := s.seatOf(r)
	if err != nil {
		return outcome{}, err
	}
	return outcome{}, s.table.Order(r.Context(), seat, r.PostFormValue("order"))
}
