package ntag

import "math/big"

// A PublicKey checks originality signatures: a point of the curve secp128r1
// (SEC 2, version 1, 2.4.1).
type PublicKey struct{ X, Y *big.Int }

// NXP returns the public key for NTAG21x (application note AN11350).
func NXP() PublicKey {
	return PublicKey{number("494E1A386D3D3CFE3DC10E5DE68A499B"), number("1C202DB5B132393E89ED19FE5BE8BC61")}
}

// Signed reports whether the holder of the private key signed the UID: ECDSA with the UID itself in
// place of a hash, r and s of 16 bytes each (AN11350). That says something about the chip and
// nothing about the card it sits in: whoever can write a UID can write its signature too.
func (k PublicKey) Signed(uid []byte, signature [32]byte) bool {
	c := secp128r1()
	r, s := new(big.Int).SetBytes(signature[:16]), new(big.Int).SetBytes(signature[16:])
	if !c.within(r) || !c.within(s) || !c.holds(k.point()) {
		return false
	}
	// SEC 1, 4.1.4: R = (e/s) G + (r/s) Q.
	w := new(big.Int).ModInverse(s, c.n)
	u1 := new(big.Int).Mul(new(big.Int).SetBytes(uid), w)
	u2 := new(big.Int).Mul(r, w)
	sum := c.add(c.multiply(u1.Mod(u1, c.n), c.g), c.multiply(u2.Mod(u2, c.n), k.point()))
	return sum.x != nil && new(big.Int).Mod(sum.x, c.n).Cmp(r) == 0
}

func (k PublicKey) point() point { return point{k.X, k.Y} }

// A point is a point of a curve; without x it is the point at infinity.
type point struct{ x, y *big.Int }

// A curve is y² = x³ - 3x + b over the integers modulo p; n is the order of g.
type curve struct {
	p, b, n *big.Int
	g       point
}

func secp128r1() curve {
	return curve{
		p: number("FFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF"),
		b: number("E87579C11079F43DD824993C2CEE5ED3"),
		n: number("FFFFFFFE0000000075A30D1B9038A115"),
		g: point{number("161FF7528B899B2D0C28607CA52C5B86"), number("CF5AC8395BAFEB13C02DA292DDED7A83")},
	}
}

func number(hex string) *big.Int {
	n, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic("ntag: " + hex + " is no number")
	}
	return n
}

// within reports whether x is 1 to n-1.
func (c curve) within(x *big.Int) bool { return x.Sign() > 0 && x.Cmp(c.n) < 0 }

// holds reports whether a point lies on the curve.
func (c curve) holds(q point) bool {
	if q.x == nil || q.y == nil {
		return false
	}
	right := new(big.Int).Mul(q.x, q.x)
	right.Sub(right, big.NewInt(3)).Mul(right, q.x).Add(right, c.b)
	left := new(big.Int).Mul(q.y, q.y)
	return left.Sub(left, right).Mod(left, c.p).Sign() == 0
}

// add returns the sum of two points (SEC 1, 2.2.1).
func (c curve) add(a, b point) point {
	switch {
	case a.x == nil:
		return b
	case b.x == nil:
		return a
	case a.x.Cmp(b.x) != 0:
		return c.chord(a, b, new(big.Int).Sub(b.y, a.y), new(big.Int).Sub(b.x, a.x))
	case a.y.Cmp(b.y) != 0 || a.y.Sign() == 0:
		return point{}
	}
	slope := new(big.Int).Mul(a.x, a.x)
	slope.Sub(slope, big.NewInt(1)).Mul(slope, big.NewInt(3))
	return c.chord(a, b, slope, new(big.Int).Lsh(a.y, 1))
}

// chord returns the third intersection with the curve of the line through a and b with the slope
// rise/run, mirrored.
func (c curve) chord(a, b point, rise, run *big.Int) point {
	slope := rise.Mul(rise, run.ModInverse(run.Mod(run, c.p), c.p))
	slope.Mod(slope, c.p)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.x).Sub(x, b.x).Mod(x, c.p)
	y := new(big.Int).Sub(a.x, x)
	y.Mul(y, slope).Sub(y, a.y).Mod(y, c.p)
	return point{x, y}
}

// multiply returns k times q. Nothing here is secret, so its running time may depend on k.
func (c curve) multiply(k *big.Int, q point) (sum point) {
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = c.add(sum, sum)
		if k.Bit(i) == 1 {
			sum = c.add(sum, q)
		}
	}
	return sum
}
