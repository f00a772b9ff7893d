// Package picctest signs emulated tags for tests, as their manufacturer does.
package picctest

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"arbiter/hw/emu/picc"
)

// A Signer signs tags as NXP does, with a key of its own: ECDSA over secp128r1 (SEC 2, 2.4.1) with
// the UID in place of a hash. It has its own arithmetic, so that it does not share a mistake with
// the code under test, and it keeps nothing secret.
type Signer struct {
	X, Y *big.Int // the public key
	d    *big.Int
}

// The curve: y² = x³ - 3x + b modulo p; n is the order of its group.
var (
	curveP  = hexadecimal("FFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF")
	curveN  = hexadecimal("FFFFFFFE0000000075A30D1B9038A115")
	curveGX = hexadecimal("161FF7528B899B2D0C28607CA52C5B86")
	curveGY = hexadecimal("CF5AC8395BAFEB13C02DA292DDED7A83")
)

func hexadecimal(s string) *big.Int {
	n, _ := new(big.Int).SetString(s, 16)
	return n
}

// NewSigner makes a signer with a new key.
func NewSigner() (Signer, error) {
	d, err := below(curveN)
	if err != nil {
		return Signer{}, err
	}
	x, y := affine(times(d))
	return Signer{x, y, d}, nil
}

// Sign gives an NTAG the signature of its UID.
func (g Signer) Sign(t *picc.Tag) error {
	for {
		k, err := below(curveN)
		if err != nil {
			return err
		}
		r, _ := affine(times(k))
		r.Mod(r, curveN)
		s := new(big.Int).Mul(r, g.d)
		s.Add(s, new(big.Int).SetBytes(t.UID())).Mul(s, new(big.Int).ModInverse(k, curveN)).Mod(s, curveN)
		if r.Sign() == 0 || s.Sign() == 0 {
			continue
		}
		var signature [32]byte
		r.FillBytes(signature[:16])
		s.FillBytes(signature[16:])
		t.Sign(signature)
		return nil
	}
}

// below draws a number from 1 to n-1.
func below(n *big.Int) (*big.Int, error) {
	k, err := rand.Int(rand.Reader, new(big.Int).Sub(n, big.NewInt(1)))
	if err != nil {
		return nil, fmt.Errorf("picc: a random number: %w", err)
	}
	return k.Add(k, big.NewInt(1)), nil
}

// A jacobian is a point in Jacobian coordinates: x/z², y/z³; z = 0 is the point at infinity.
type jacobian struct{ x, y, z *big.Int }

func affine(q jacobian) (x, y *big.Int) {
	i := new(big.Int).ModInverse(q.z, curveP)
	ii := mod(i, i)
	return mod(q.x, ii), mod(q.y, mod(ii, i))
}

func mod(a, b *big.Int) *big.Int {
	c := new(big.Int).Mul(a, b)
	return c.Mod(c, curveP)
}

func less(a *big.Int, more ...*big.Int) *big.Int {
	c := new(big.Int).Set(a)
	for _, b := range more {
		c.Sub(c, b)
	}
	return c.Mod(c, curveP)
}

// times returns k times the base point, bit by bit from the lowest.
func times(k *big.Int) jacobian {
	sum := jacobian{big.NewInt(1), big.NewInt(1), new(big.Int)}
	power := jacobian{curveGX, curveGY, big.NewInt(1)}
	for i := range k.BitLen() {
		if k.Bit(i) == 1 {
			sum = sum.plus(power)
		}
		power = power.twice()
	}
	return sum
}

func (q jacobian) twice() jacobian {
	yy, zz := mod(q.y, q.y), mod(q.z, q.z)
	s := mod(big.NewInt(4), mod(q.x, yy))
	m := mod(big.NewInt(3), mod(less(q.x, zz), new(big.Int).Add(q.x, zz)))
	x := less(mod(m, m), s, s)
	y := less(mod(m, less(s, x)), mod(big.NewInt(8), mod(yy, yy)))
	return jacobian{x, y, mod(big.NewInt(2), mod(q.y, q.z))}
}

// plus adds another point; the sums in times never add a point to itself.
func (q jacobian) plus(r jacobian) jacobian {
	if q.z.Sign() == 0 {
		return r
	}
	qq, rr := mod(q.z, q.z), mod(r.z, r.z)
	u, v := mod(q.x, rr), mod(r.x, qq)
	s, t := mod(q.y, mod(rr, r.z)), mod(r.y, mod(qq, q.z))
	h, d := less(v, u), less(t, s)
	hh := mod(h, h)
	hhh, w := mod(h, hh), mod(u, hh)
	x := less(mod(d, d), hhh, w, w)
	return jacobian{x, less(mod(d, less(w, x)), mod(s, hhh)), mod(h, mod(q.z, r.z))}
}
