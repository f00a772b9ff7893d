// Package pngpanel is a panel without hardware: it keeps the picture as a PNG, in memory for a
// browser and, if wanted, in a file.
//
// It does not encode the golden pictures, and it serves nothing itself.
package pngpanel

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"arbiter/display"
)

// A Panel is a display.Panel. Latest may be called at any time.
type Panel struct {
	size image.Point
	file string

	mu     sync.Mutex
	latest []byte
}

// New returns a panel of the given size in pixels. It writes to file unless
// that is "". The file's folder must exist.
func New(size image.Point, file string) *Panel { return &Panel{size: size, file: file} }

// Bounds returns the size of the pictures.
func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: p.size} }

// encoder reuses its buffers, most of a megabyte, from one picture to the next.
var encoder = png.Encoder{BufferPool: new(kept)}

type kept struct {
	atomic.Pointer[png.EncoderBuffer]
}

func (k *kept) Get() *png.EncoderBuffer  { return k.Swap(nil) }
func (k *kept) Put(b *png.EncoderBuffer) { k.Store(b) }

// Show encodes the picture and replaces the file atomically: whoever reads the file finds the old
// picture or the new one. If the file cannot be written, Latest returns the new picture all the
// same.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, _ display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var buf bytes.Buffer
	if err := encoder.Encode(&buf, b); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	p.mu.Lock()
	p.latest = buf.Bytes()
	p.mu.Unlock()
	if p.file == "" {
		return nil
	}
	return replace(p.file, buf.Bytes())
}

// Latest returns the last picture as a PNG, nil before the first. It is never changed later, and
// the caller must not change it.
func (p *Panel) Latest() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.latest
}

// Sleep does nothing.
func (p *Panel) Sleep(context.Context) error { return nil }

// Close leaves the file where it is.
func (p *Panel) Close() error { return nil }

// replace writes a file under another name in the same folder, and renames it.
func replace(file string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}
