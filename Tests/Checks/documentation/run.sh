#!/usr/bin/env bash
# Builds the documentation of all modules below .build-documentation/documentation, from the modules of a debug build.
# Fails on a warning, on a public symbol without a comment or a place, and on an interface that differs from its
# baseline.
#
# usage: Tests/Checks/documentation/run.sh [BUILD_DIRECTORY] [--update] [TRAIT...]      (after `swift build`)
#
# The directory is .build/debug if none is named. A module that needs a trait is left out unless the trait is named,
# with which the build was made. --update writes the baselines instead.
set -euo pipefail
cd "$(dirname "$0")/../../.."
checks=Tests/Checks
build=.build/debug update=()
[[ ! -d "${1-}" ]] || { build="$1"; shift; }
[[ -d "$build/Modules" ]] || { echo "documentation: nothing is built in $build: run swift build first" >&2; exit 1; }
[[ "${1-}" != --update ]] || { update=(--update); shift; }
traits=" $* "

graphs=.build-documentation/symbol-graphs
rm -rf .build-documentation && mkdir -p "$graphs" .build-documentation/documentation
# The headers of packages and of system libraries.
maps=(-Xcc -fmodule-map-file=Sources/CNATS/module.modulemap)
for map in "$build"/*.build/module.modulemap "$build"/../../checkouts/FlyingFox/*/include/module.modulemap; do [[ ! -e "$map" ]] || maps+=(-Xcc "-fmodule-map-file=$map"); done

while read -r module trait; do
  [[ -z "$trait" || "$traits" = *" $trait "* ]] || continue
  # The symbols of the module, and those that it adds to other modules: Module.symbols.json and
  # Module@Other.symbols.json.
  mkdir "$graphs/$module"
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" "${maps[@]}" -output-dir "$graphs/$module" \
    -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members \
    -target "$(uname -m)-unknown-linux-gnu"
  $checks/interface/compare.py "$graphs" "$module" "${update[@]}"
  catalog=".build-documentation/catalogs/$module.docc"
  $checks/documentation/catalog.py "$module" "$catalog"
  docc convert "$catalog" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --additional-symbol-graph-dir "$graphs/$module" --output-path ".build-documentation/documentation/$module" \
    --warnings-as-errors
  $checks/documentation/symbols.py "$graphs/$module" ".build-documentation/documentation/$module"
done < <(grep -v '^#' $checks/modules)
