package table

import (
	"fmt"
	"net/http"
	"strconv"

	"arbiter/companion/web/site"
)

// pass lets the open window pass for a seat. No other page learns of it. Fields of the form: seat,
// window.
func (s *Pages) pass(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	number, err := strconv.Atoi(r.PostFormValue("window"))
	if err != nil {
		return site.Outcome{}, fmt.Errorf("%w: no window", site.ErrMalformed)
	}
	a, err := s.Table.Pass(r.Context(), seat, number)
	return site.Outcome{Version: a.Version}, err
}

// standing sets a standing order of a seat. No other page learns of it. Fields of the form: seat,
// order.
func (s *Pages) standing(_ http.ResponseWriter, r *http.Request) (site.Outcome, error) {
	seat, err := s.SeatOf(r)
	if err != nil {
		return site.Outcome{}, err
	}
	return site.Outcome{}, s.Table.Order(r.Context(), seat, r.PostFormValue("order"))
}
