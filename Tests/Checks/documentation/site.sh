#!/usr/bin/env bash
# Makes one static site of the documentation of all modules, for a server that has it below a path.
#
# usage: Tests/Checks/documentation/site.sh FOLDER [PATH]     (after `run.sh`, whose symbol graphs it uses)
#
# The path is Airwave if none is named, as on GitHub Pages: the site is at https://OWNER.github.io/Airwave/. AirwaveUI
# has symbols on Apple's platforms only. Theirs are taken from the build of the stand-ins, if there is one
# (`Tests/Checks/stand-ins/run.sh --tests`). Leaves out the modules whose trait was not named to `run.sh`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
[[ $# -ge 1 ]] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 1; }
site="$1" path="${2:-Airwave}"
graphs=.build-documentation/symbol-graphs archives=.build-documentation/archives
stand_ins=.build-stand-ins/debug/Modules
[[ -d "$graphs" ]] || { echo "site: there are no symbol graphs: run Tests/Checks/documentation/run.sh first" >&2; exit 1; }

if [[ -d "$stand_ins" ]]; then
  rm -rf "$graphs/AirwaveUI" && mkdir "$graphs/AirwaveUI"
  swift symbolgraph-extract -module-name AirwaveUI -I "$stand_ins" -output-dir "$graphs/AirwaveUI" \
    -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members \
    -target "$(uname -m)-unknown-linux-gnu"
fi

rm -rf "$archives" "$site" && mkdir -p "$archives" "$(dirname "$site")"
for graph in "$graphs"/*; do
  module="$(basename "$graph")"
  catalog=".build-documentation/catalogs/$module.docc"
  Tests/Checks/documentation/catalog.py "$module" "$catalog"
  docc convert "$catalog" \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
    --additional-symbol-graph-dir "$graph" --output-path "$archives/$module.doccarchive" \
    --transform-for-static-hosting --hosting-base-path "$path" \
    --source-service github --source-service-base-url https://github.com/airwave-swift/Airwave/blob/main \
    --checkout-path "$PWD"
done

docc merge "$archives"/*.doccarchive --synthesized-landing-page-name Airwave --output-path "$site"
# The address without a page leads to the list of modules.
printf '<!doctype html>\n<meta charset="utf-8">\n<title>Airwave</title>\n<meta http-equiv="refresh" content="0; url=documentation/">\n' \
  >"$site/index.html"
