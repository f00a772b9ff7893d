package sqlitefile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// A memory is a database in memory that begins as a copy of a file, and never changes that file. It
// can be opened once.
type memory struct {
	image []byte
	grows bool // may grow; takes more memory
}

// opened opens a database with a single connection.
func opened(c driver.Connector) *sql.DB {
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(1)
	return db
}

var errGone = errors.New("what was read of the file is gone")

// Connect implements driver.Connector.
func (m *memory) Connect(context.Context) (driver.Conn, error) {
	image := m.image
	if m.image = nil; image == nil {
		return nil, errGone
	}
	c, err := connection(image)
	if err != nil || !m.grows {
		return c, err
	}
	wide, err := connection(nil)
	if err == nil {
		err = refill(wide, c)
	}
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, err
	}
	return wide, nil
}

// Driver implements driver.Connector.
func (m *memory) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func connection(image []byte) (*sqlite3.SQLiteConn, error) {
	c, err := (&sqlite3.SQLiteDriver{}).Open(":memory:?_foreign_keys=on")
	if err != nil {
		return nil, err
	}
	conn := c.(*sqlite3.SQLiteConn)
	if image != nil {
		err = conn.Deserialize(image, "main")
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// refill copies a database into one that can grow.
func refill(to, from *sqlite3.SQLiteConn) error {
	b, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	_, err = b.Step(-1)
	return errors.Join(err, b.Finish())
}
