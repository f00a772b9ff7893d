// Package past has the pages of past games: their list, charts, replay, copies to play on in,
// statistics, and downloads. Only a few people are served at the same time.
package past
