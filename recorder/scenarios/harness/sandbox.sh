#!/bin/bash
# Runs a command where it can reach nothing: own network (loopback only), mounts, processes and host name, a minimal
# root, a clean environment, an invented user with an invented home, and no credential.
#   sandbox.sh <checkout of runreel> <installed programs> <folder for what is recorded> <command …>
set -e
if [ "$1" != --inside ]; then
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    unshare --net --mount --pid --uts --ipc --fork --kill-child bash "$(readlink -f "$0")" --inside "$@"
fi
shift
checkout=$1 installed=$2 out=$3
shift 3

hostname sandbox
ip link set lo up
mount --make-rprivate /

# The tmpfs is only seen in here.
root=/mnt
mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir -p "$root"/{usr,etc,proc,dev,tmp,sys,run,runreel,inst,out,home/dev,var/tmp}
chmod 1777 "$root/tmp" "$root/var/tmp"
for link in bin lib lib64 sbin; do ln -s "usr/$link" "$root/$link"; done

readonly_bind() { mount --bind "$1" "$2" && mount -o remount,bind,ro "$2"; }
readonly_bind /usr "$root/usr"
mount -t tmpfs tmpfs "$root/usr/local"
readonly_bind "$checkout" "$root/runreel"
readonly_bind "$installed" "$root/inst"
mount --bind "$out" "$root/out"

echo 'dev:x:0:0:dev:/home/dev:/bin/bash' > "$root/etc/passwd"
echo 'dev:x:0:' > "$root/etc/group"
echo '127.0.0.1 localhost sandbox' > "$root/etc/hosts"
echo 'hosts: files' > "$root/etc/nsswitch.conf"
: > "$root/etc/resolv.conf"
cp /etc/ld.so.cache "$root/etc/"
cp -r /etc/alternatives "$root/etc/" 2> /dev/null || true

mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero random urandom full tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${stream%%:*}" "$root/dev/${stream##*:}"; done

exec env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/home/dev USER=dev TERM=dumb LANG=C.UTF-8 TZ=UTC \
  chroot "$root" "$@"
