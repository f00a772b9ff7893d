#!/usr/bin/env bash
# vsmartcard's virtual readers for pcscd listen on the port that CHANNELID names. Two of them, at ports one apart.
#
# Expected: two readers are listed.
# Seen:     one reader has two slots, and its second slot has the port of the other reader, which is then missing. Two ports
#           apart there are both, with two slots each. Clients of pcscd are told no error.
#
# Debian 12 on amd64 with network; user namespaces.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
mkdir lists
for p in pcscd=1.9.9-2 libpcsclite1=1.9.9-2 vsmartcard-vpcd=3.3+dfsg-2; do apt-get -q download "$p" >/dev/null 2>&1; done
for p in *.deb; do dpkg-deb -x "$p" root; done
cat >readers.py <<'PY'
import os, shutil, socket, struct, subprocess, sys, time
driver = next(os.path.join(d, f) for d, _, all in os.walk("root") for f in all if f.startswith("libifdvpcd.so"))
def listed(apart):
    conf = "conf%d" % apart
    os.mkdir(conf)
    for i, name in enumerate(["left", "right"]):
        lib, port = os.path.abspath("%s-%s.so" % (conf, name)), 35963 + i * apart
        shutil.copy(driver, lib)  # a copy knows one port
        with open(os.path.join(conf, name), "w") as f:
            f.write('FRIENDLYNAME "%s"\nDEVICENAME /dev/null:0x%X\nLIBPATH %s\nCHANNELID 0x%X\n' % (name, port, lib, port))
    daemon = subprocess.Popen(["root/usr/sbin/pcscd", "--foreground", "-c", os.path.abspath(conf)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            s = socket.socket(socket.AF_UNIX)
            try:
                s.connect("/run/pcscd/pcscd.comm")
                break
            except OSError:
                time.sleep(.1)
        def read(n):
            b = b""
            while len(b) < n:
                more = s.recv(n - len(b))
                if not more: raise EOFError
                b += more
            return b
        s.sendall(struct.pack("=IIiiI", 12, 0x11, 4, 4, 0)); read(12)
        names = []
        for _ in range(50):  # readers come one after the other
            s.sendall(struct.pack("=II", 0, 0x12)); states = read(16 * 184)
            names = [states[i:i + 128].split(b"\0")[0].decode() for i in range(0, len(states), 184)]
            names = [n for n in names if n]
            time.sleep(.1)
        return names
    finally:
        daemon.kill(); daemon.wait()
        shutil.rmtree("/run/pcscd", ignore_errors=True)
for apart in (1, 2):
    names = listed(apart)
    print("ports %d apart: %d of 2 readers, %d slots" % (apart, len({n[:-6] for n in names}), len(names)))
PY
libraries=$(dirname "$(find "$folder/root" -name 'libpcsclite.so.1' | head -1)")
got=$(unshare -rmn sh -c "mount -t tmpfs none /run && ip link set lo up && LD_LIBRARY_PATH='$libraries' exec python3 readers.py")
printf 'pcscd 1.9.9, vsmartcard-vpcd 3.3\n%s\n' "$got"
want='ports 1 apart: 1 of 2 readers, 2 slots
ports 2 apart: 2 of 2 readers, 4 slots'
[ "$got" = "$want" ] || { printf 'changed; it was:\n%s\n' "$want"; exit 1; }
