//go:build race

package tier

func init() { raced = true }
