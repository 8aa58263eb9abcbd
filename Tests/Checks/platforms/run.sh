#!/usr/bin/env bash
# Builds and tests the package with Swift 6.2, and builds it for arm64 and tests it under QEMU.
#
# usage: Tests/Checks/platforms/run.sh [6.2 | arm64] [--filter SUITES] [FOLDER]
#
# Needs root on a Debian for x86-64, 7 GB in FOLDER (.build-platforms by default), and Linux 6.7 for arm64. The compiler
# and the libraries are those of Debian sid. They are unpacked into FOLDER, where the next run finds them. The system
# itself gets the package mmdebstrap if CI is set. Nothing stays mounted: each mount is in a namespace that ends with
# this script. QEMU is registered in a user namespace, and not with the kernel of the system.
#
# Exits with 1 if a part fails or takes too long. The output of each part is in a file of FOLDER.
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"

if [ -z "${PLATFORMS_UNSHARED-}" ]; then
  [ "$(id -u)" = 0 ] && [ "$(uname -m)" = x86_64 ] || { echo "platforms: needs root, on x86-64" >&2; exit 1; }
  exec env PLATFORMS_UNSHARED=1 unshare --mount --propagation private "$0" "$@"
fi

parts=(6.2 arm64)
case "${1-}" in
  6.2 | arm64) parts=("$1"); shift ;;
esac
filter=""
if [ "${1-}" = --filter ]; then filter="--filter '$2'" && shift 2; fi
folder="$(realpath -m "${1:-$root/.build-platforms}")"
x86="$folder/amd64" arm="$folder/arm64" failed=()
mkdir -p "$folder"

# Runs a part: its limit in minutes, its title, the array of words that run a command, and the command. Keeps the
# output, and says how long it took. A build must not warn.
part() {
  local limit="$1" title="$2" log="$folder/${2//[^A-Za-z0-9.]/-}.log" began="$SECONDS" status=0
  local -n words="$3"
  timeout -k 30 "${limit}m" "${words[@]}" "cd /root/airwave && $4" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" = 0 ] && [[ "$4" = "swift build"* ]] && grep -q 'warning: ' "$log"; then status="0, with warnings"; fi
  awk "BEGIN { printf \"platforms: %5.1f minutes  $title\n\", ($SECONDS - $began) / 60 }"
  grep -aE '^.*Test run with' "$log" | tail -n 1 || true
  [ "$status" != 0 ] || return 0
  failed+=("$title (status $status, $log)")
  grep -aE '^✘.*(recorded an issue|failed after)|warning: |error: ' "$log" | sort -u | cut -c 1-300 | head -n 40 >&2 || true
  tail -n 5 "$log" >&2
}

# Unpacks a tree of sid, from the mirror of the system.
tree() {
  local place="$1"
  shift
  [ ! -e "$place/complete" ] || return 0
  rm -rf "$place"
  # Check-Valid-Until is for mirrors that lag behind.
  timeout -k 30 40m mmdebstrap --quiet --mode=root --keyring=/usr/share/keyrings/debian-archive-keyring.gpg \
    --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' "$@" sid "$place" "$mirror"
}

# Each test that imports Foundation asks the linker for a library that Debian's package lacks. It may be empty.
complete() {
  local library="$1/usr/libexec/swift/lib/swift/linux/lib_Testing_Foundation"
  [ -e "$library.so" ] || ar rcs "$library.a"
  touch "$1/complete"
}

command -v mmdebstrap >/dev/null || {
  [ -n "${CI-}" ] || { echo "platforms: missing: mmdebstrap (on Debian: apt-get install mmdebstrap)" >&2; exit 1; }
  apt-get update -q && apt-get install -qy --no-install-recommends mmdebstrap
}
mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Architecture: amd64' | grep -m1 '/debian/\?$')"
libraries=swiftlang,libc6-dev,libstdc++-15-dev
tree "$x86" --variant=apt --architectures=amd64 --include="$libraries,git,ca-certificates,python3,qemu-user,procps,bsdutils"
complete "$x86"
if [[ " ${parts[*]} " == *" arm64 "* ]] && [ ! -e "$arm/complete" ]; then
  # Only unpacked, which needs no emulation, and leaves out the links of the merged /usr. Of the compiler for arm64 only
  # the libraries are needed.
  tree "$arm" --variant=extract --architectures=arm64 --include="$libraries"
  for name in bin lib sbin; do ln -sfn "usr/$name" "$arm/$name"; done
  rm -rf "$arm/var/cache/apt" "$arm/usr/libexec/swift/bin" "$arm"/usr/libexec/swift/lib/lib*.so*
  complete "$arm"
fi

mkdir -p "$x86/sysroot" "$x86/root/airwave"
mount -t proc proc "$x86/proc"
mount --rbind /dev "$x86/dev"
if [ -d "$arm" ]; then mount --bind "$arm" "$x86/sysroot"; fi
environment=(/usr/bin/env -i HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 QEMU_LD_PREFIX=/sysroot)

# Run a command in the tree; and so that programs for arm64 can be executed, also by the tests of exits.
inside=(chroot "$x86" "${environment[@]}" bash -c)
emulated=(unshare --user --map-root-user --mount bash -c '
  mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  zeros="\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00" ones="\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff"
  magic="\\x7fELF\\x02\\x01\\x01\\x00$zeros\\x02\\x00\\xb7\\x00"
  mask="\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00$ones\\xfe\\xff\\xff\\xff"
  printf %s ":qemu-aarch64:M::$magic:$mask:$1/usr/bin/qemu-aarch64:FP" >/proc/sys/fs/binfmt_misc/register
  tree="$1" && shift && exec chroot "$tree" "$@"' - "$x86" "${environment[@]}" bash -c)

"${inside[@]}" 'swiftc --version' >"$folder/version" 2>&1
grep -q 'Swift version 6\.2' "$folder/version" ||
  { echo "platforms: sid has $(head -n 1 "$folder/version") by now: name a snapshot of Debian with 6.2" >&2; exit 1; }

# The files of the repository, with what is not committed. Builds of an earlier run stay.
list() { (cd "$1" && find . -name '.build*' -prune -o \( -type f -o -type l \) -print | sort); }
(cd "$root" && git ls-files -co --exclude-standard | while read -r file; do
  if [ -e "$file" ] && ! cmp -s "$file" "$x86/root/airwave/$file" 2>/dev/null; then printf '%s\n' "$file"; fi
done | tar c -T - | tar x -C "$x86/root/airwave")
comm -13 <(list "$root") <(list "$x86/root/airwave") | (cd "$x86/root/airwave" && xargs -r rm)

# The first suites expect the messages of Swift 6.3, and all of them together the compiler of the processor.
messages='CompilationTests|GuessTests' compiler="CompilationTests|GuessTests|TwoEnds|VariableRejection|VariableOwnership"
for part in "${parts[@]}"; do
  case "$part" in
    6.2)
      part 30 "6.2: release" inside "swift build -c release"
      part 60 "6.2: tests, built" inside "swift build --build-tests"
      part 30 "6.2: tests" inside "swift test --skip-build $filter --skip '$messages'"
      part 30 "6.2: client by version" inside "Tests/Checks/clients/version/run.sh --plain debug release"
      ;;
    arm64)
      # A Swift SDK: the compiler of one tree, and the libraries of the other.
      sdk="$x86/root/.swiftpm/swift-sdks/arm64.artifactbundle"
      mkdir -p "$sdk/arm64"
      cp "$check/info.json" "$sdk"
      cp "$check/swift-sdk.json" "$check/toolset.json" "$sdk/arm64"
      cross="--swift-sdk arm64 --scratch-path" triple=aarch64-unknown-linux-gnu
      debug=".build-arm64/$triple/debug" memory=".build-memory-arm64/$triple/release/memory"
      part 60 "arm64: tests, built" inside "swift build --build-tests $cross .build-arm64 -Xswiftc -DEMULATED"
      # `BoundedMemory` reads the memory of the emulator, too. `CombiningModel` takes ten minutes.
      part 90 "arm64: tests" emulated "$debug/AirwavePackageTests.xctest --testing-library swift-testing --no-parallel \
        $filter --skip '$compiler|BoundedMemory|CombiningModel'"
      part 60 "arm64: lifecycle" emulated "printf 'didBecomeActive\ndidEnterBackground\n' | $debug/lifecycle --events -"
      part 30 "arm64: memory client, optimized" inside \
        "swift build -c release --package-path Tests/Checks/memory $cross .build-memory-arm64"
      part 60 "arm64: memory client" emulated "for name in \$($memory); do echo \$name && $memory \$name 5 || exit 1; done"
      ;;
  esac
done
[ ${#failed[@]} -eq 0 ] || { printf 'platforms: failed: %s\n' "${failed[@]}" >&2; exit 1; }
echo "platforms: no failure"
