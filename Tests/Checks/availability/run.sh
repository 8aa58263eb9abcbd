#!/usr/bin/env bash
# Compiles the modules for Apple's platforms, against the standard library of the toolchain for Linux. An API that is
# newer than a deployment target is an error there. Nothing is linked or run.
#
# usage: Tests/Checks/availability/run.sh [TARGET...]      (such as ios18; all lines of `platforms` if none is named)
set -euo pipefail
check="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$check/../../.." && pwd)"
build="$root/.build-availability"
stand_ins="$root/Tests/Checks/stand-ins"
library="$(cd "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift" && pwd)"
architecture="$(uname -m)"
system="$architecture-unknown-linux-gnu"
features=(ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault InferIsolatedConformances)
settings=(-warnings-as-errors -suppress-notes -parse-as-library -package-name airwave -disable-objc-interop)
for feature in "${features[@]}"; do settings+=(-enable-upcoming-feature "$feature"); done

# The module map of the C library, beside the one header that it includes by its place.
rm -rf "$build"
mkdir -p "$build"/{glibc,sdk}
cp "$library/linux/$architecture"/{glibc.modulemap,SwiftGlibc.h} "$build/glibc"
ln -s /usr/include/assert.h "$build/glibc/assert.h"
# What is declared for iOS alone is available on visionOS from the version that an SDK names.
ln -s /usr "$build/sdk/usr"
cat >"$build/sdk/SDKSettings.json" <<'END'
{
  "Version": "26.0", "MaximumDeploymentTarget": "26.0.99",
  "VersionMap": {
    "iOS_visionOS": { "17.0": "1.0", "18.0": "2.0", "26.0": "26.0" },
    "visionOS_iOS": { "1.0": "17.0", "2.0": "18.0", "26.0": "26.0" }
  }
}
END

# AirwaveUI without Objective-C, as the stand-ins need it.
"$stand_ins/run.sh" --derive

# Copies the modules of the toolchain for a target. A module says for which target it was made. The copy names an Apple
# platform instead, with zeros before its version, so that no byte moves.
adopt() {
  local target="$1" zeros="" name file
  name="arm64-apple-$target"
  while [ "${#name}" -lt "${#system}" ]; do
    zeros+=0
    name="arm64-apple-${target%%[0-9]*}$zeros${target#"${target%%[0-9]*}"}"
  done
  for file in "$library"/linux/*.swiftmodule/"$system.swiftmodule"; do
    sed "s/$system/$name/g" "$file" >"$build/$target/$(basename "$(dirname "$file")")"
  done
}

# Calls the compiler for a target, with the modules that were compiled for it before.
frontend() {
  local target="$1"
  shift
  swift-frontend "${settings[@]}" -target "arm64-apple-$target" -clang-target "$system" -sdk "$build/sdk" \
    -I "$build/$target" -I "$library" -module-cache-path "$build/cache" \
    -Xcc -fmodule-map-file="$build/glibc/glibc.modulemap" \
    -in-process-plugin-server-path "$library/host/libSwiftInProcPluginServer.so" -plugin-path "$library/host/plugins" "$@"
}

# Compiles the files of a folder as a module.
compile() {
  local target="$1" module="$2" folder="$3" version=6 files
  # As in the package of the stand-ins.
  case "$module" in UIKit | AppKit) version=5 ;; esac
  mapfile -t files < <(find -L "$folder" -name '*.swift')
  frontend "$target" -emit-module -o "$build/$target/$module.swiftmodule" -module-name "$module" \
    -swift-version "$version" "${files[@]}"
}

# Fails unless the compiler refuses each line that is marked as too new, and no other.
refuse() {
  local target="$1" file="$check/too-new.swift" errors status=0
  errors="$(frontend "$target" -typecheck -swift-version 6 "$file" 2>&1)" || status=$?
  [ "$status" != 0 ] && diff <(sed -n '/\/\/ too new$/=' "$file") \
    <(sed -n 's|.*/too-new.swift:\([0-9]*\):.* is only available in .*|\1|p' <<<"$errors" | sort -nu) && return
  printf '%s\navailability: %s: these lines of too-new.swift should be refused (<), or not (>)\n' "$errors" "$target" >&2
  exit 1
}

# Compiles everything for a target.
examine() {
  local target="$1" module
  shift
  mkdir "$build/$target"
  adopt "$target"
  refuse "$target"
  for module in ObjectiveC "$@"; do compile "$target" "$module" "$stand_ins/Sources/$module"; done
  for module in Airwave AirwaveFoundation AirwaveCombine Quiescence AirwaveTesting; do
    compile "$target" "$module" "$root/Sources/$module"
  done
  compile "$target" AirwaveUI "$stand_ins/.build-sources/AirwaveUI"
}

grep -v '^#' "$check/platforms" | while read -r target frameworks; do
  if [ "$#" -gt 0 ] && [[ " $* " != *" $target "* ]]; then continue; fi
  read -ra frameworks <<<"$frameworks"
  echo "availability: $target"
  examine "$target" "${frameworks[@]}"
done
