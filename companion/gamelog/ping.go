package gamelog

import "context"

// Ping asks the open file for a row, and returns why there was none. It writes
// nothing. While games are being saved it does not ask.
func (db *DB) Ping(ctx context.Context) error {
	if db.busy.Load() {
		return nil
	}
	var one int
	return db.explain(db.sql.QueryRowContext(ctx, "SELECT 1 FROM sqlite_schema LIMIT 1").Scan(&one))
}
