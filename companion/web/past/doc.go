// Package past is the pages of past games: their list, charts, replay, copies to play on in,
// statistics, and files to take along. A few people look back at one time.
package past
