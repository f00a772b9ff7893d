package ntag_test

import (
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"testing"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/picctest"
	"arbiter/hw/ntag"
)

// These are real tags that NXP signed with this key, from the tests of public verifiers: an
// NTAG21x, and an NTAG 5, whose UIDs have eight bytes.
var genuine = []struct{ uid, signature string }{
	{"04AB87F2CA1190", "67B1750BCCEB1174F9A33BF20E0226551A6366939B31F949848C3C087350FA90"},
	{"00107646580104E0", "0AAB09CC328B20A133790D386C07890D623C027FD59A98F0115987BDE70503CD"},
}

func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every changed bit, in the UID or in the signature, is noticed.
func TestNXPSignedItsCards(t *testing.T) {
	bits := tier.Of(t, tier.Readers, "bits", 40, 320, 320) // 256 of a signature and up to 64 of a UID
	for _, c := range genuine {
		uid, signature := bytesOf(t, c.uid), [32]byte(bytesOf(t, c.signature))
		if !ntag.NXP().Signed(uid, signature) {
			t.Errorf("%s counts as not signed", c.uid)
		}
		for i := 0; i < 8*len(uid); i += 320 / bits {
			uid[i/8] ^= 1 << (i % 8)
			if ntag.NXP().Signed(uid, signature) {
				t.Errorf("%X counts as signed", uid)
			}
			uid[i/8] ^= 1 << (i % 8)
		}
		for i := 0; i < 8*len(signature); i += 320 / bits {
			signature[i/8] ^= 1 << (i % 8)
			if ntag.NXP().Signed(uid, signature) {
				t.Errorf("%s counts as signed by %X", c.uid, signature)
			}
			signature[i/8] ^= 1 << (i % 8)
		}
	}
}

func TestSignaturesThatAreNone(t *testing.T) {
	uid := bytesOf(t, genuine[0].uid)
	const zero, one, n = "00000000000000000000000000000000", "00000000000000000000000000000001", "FFFFFFFE0000000075A30D1B9038A115"
	for name, s := range map[string]string{"nothing": zero + zero, "r is 0": zero + one, "s is 0": one + zero, "r is n": n + one, "s is n": one + n} {
		if ntag.NXP().Signed(uid, [32]byte(bytesOf(t, s))) {
			t.Errorf("%s counts as a signature", name)
		}
	}
	beside := ntag.PublicKey{X: big.NewInt(1), Y: big.NewInt(1)}
	if good := [32]byte(bytesOf(t, genuine[0].signature)); beside.Signed(uid, good) || (ntag.PublicKey{}).Signed(uid, good) {
		t.Error("a key that is no point of the curve checks signatures")
	}
}

// A maker's own key accepts its tags and nobody else's.
func TestOwnMakers(t *testing.T) {
	ours, err := picctest.NewSigner()
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := picctest.NewSigner()
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		d := layTag(t, picc.NewNTAG(picc.NTAG213, 0x04, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())))
		if err := ours.Sign(d.card); err != nil {
			t.Fatal(err)
		}
		s, err := d.reader.Signature(t.Context(), d.uid)
		if err != nil {
			t.Fatal(err)
		}
		key, foreign := ntag.PublicKey{X: ours.X, Y: ours.Y}, ntag.PublicKey{X: theirs.X, Y: theirs.Y}
		if uid := d.uid.Bytes(); !key.Signed(uid, s) || foreign.Signed(uid, s) || ntag.NXP().Signed(uid, s) {
			t.Errorf("%s: %v by its maker, %v by another one, %v by NXP", d.uid, key.Signed(uid, s), foreign.Signed(uid, s), ntag.NXP().Signed(uid, s))
		}
	}
}
