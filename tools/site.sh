#!/bin/sh
# site.sh BUILD OUT -- a static site in OUT/site: documentation, headers, the catalogue of problems, the results in
# OUT/bench.db with their report, and OUT/papers if that is there. mkdocs gives all pages one header and a search.
#
# The pages lie as they do in the tree, so their links hold; a link to a folder becomes one to a list of its files.
# Results, problems, papers, speed and scaling are pages of programs, each in place of a stub that the navigation and the
# search know; tools/header.sh links them. tests/page/test_site.js looks for dead links.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
build=$1 out=$2
source=$out/site-source
[ -f "$out/bench.db" ] || { echo "site.sh: there is no $out/bench.db: make bench OUT=$out" >&2; exit 3; }
command -v mkdocs >/dev/null || { echo 'site.sh: mkdocs is missing: apt-get install mkdocs' >&2; exit 3; }
rm -rf "$source" "$out/site"
mkdir -p "$source/api"

# ---- pages of the tree, and the files that they link to -----------------------------------------------
pages=$(git ls-files README.md CONTRIBUTING.md CHANGELOG.md 'docs/*.md')
links() { # page: the files of the tree that it links to
    folder=$(dirname "$1")
    grep -oE '\]\([^):# ]+' "$1" | sed 's/^](//' | while read -r link; do
        realpath -m --relative-to=. "$folder/$link"
    done
}
put() { # file: copied to its place
    mkdir -p "$source/$(dirname "$1")"
    cp "$1" "$source/$1"
}
title() { sed -n 's/^# //p' "$1" | head -n 1; }
list_of() { # folder: a page that lists what is in it, pages by their titles
    printf '# %s\n\n' "$1"
    for listed in "$1"/*; do
        case $listed in *.md) name=$(title "$listed") ;; *) name=${listed##*/} ;; esac
        echo "- [$name](${listed##*/})"
    done
}

for page in $pages; do
    put "$page"
    for file in $(links "$page"); do
        if [ -d "$file" ]; then
            mkdir -p "$source/$file" && cp "$file"/* "$source/$file" && list_of "$file" >"$source/$file/index.md"
            name=$(basename "$file")
            sed -i "s|](\(\([.a-z]*/\)*$name\))|](\1/index.md)|g" "$source/$page"
        elif [ -f "$file" ] && [ ! -e "$source/$file" ]; then
            put "$file"
        fi
    done
done

# ---- headers: each is the manual of what it declares -----------------------------------------------------
{
    printf '# Interfaces in C\n\n| header | what it declares |\n|---|---|\n'
    for header in include/ivp/*.h; do
        name=$(basename "$header" .h)
        echo "| [ivp/$name.h]($name.md) | $(sed -n '1s/^[^-]*-- //p' "$header") |"
        { printf '# ivp/%s.h\n\n```c\n' "$name" && cat "$header" && echo '```'; } >"$source/api/$name.md"
    done
    printf '\nIn Python: [python-package.md](../docs/python-package.md).\n'
} >"$source/api/index.md"

# ---- what programs draw: stubs, with the words that the search finds --------------------------------------
stub() { # folder title sentence
    mkdir -p "$source/$1"
    printf '# %s\n\n%s\n' "$2" "$3" >"$source/$1/index.md"
}
programs="results catalogue"
"$build/ivpbench" report --store "$out/bench.db" --output "$out/results"
"$build/ivpbench" export --store "$out/bench.db" --format csv >"$out/results/results.csv"
stub results 'Results' "Measured by ivpbench $(cat VERSION); the page names the plan."
# the catalogue is drawn once a build: it surveys every problem
[ -f "$out/catalogue/index.html" ] || "$build/ivpbench" reference catalogue --output "$out/catalogue"
stub catalogue 'Problems' 'Each problem, its definition, its reference and its size.'
"$build/ivpbench" list problems | sed -n 's/^\([a-z][a-z0-9_]*\)  *\(.*\)/- `\1`: \2/p' >>"$source/catalogue/index.md"
more() { # folder title sentence: of what has been made
    [ -f "$out/$1/index.html" ] || return 0
    programs="$programs $1"
    stub "$@"
}
more papers 'Papers' 'What five papers print, beside what is measured.'
more speed 'Speed' 'What calls and runs cost, beside what is asked of them.'
more scaling 'Scaling' 'What a step costs as mechanisms grow.'

# ---- navigation: the sections of docs/README.md ----------------------------------------------------------
navigation() {
    printf 'nav:\n  - Start: README.md\n'
    awk -v heads="$1" '
        BEGIN { while ((getline line < heads) > 0) { i = index(line, ":"); head[substr(line, 1, i - 1)] = substr(line, i + 1) } }
        /^## / { print "  - " substr($0, 4) ":"; next }
        { while (match($0, /\]\([^)#:]+[.]md/)) {
              page = "docs/" substr($0, RSTART + 2, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)
              if (!(page in seen) && page in head) printf "      - \"%s\": %s\n", head[page], page
              seen[page] } }' docs/README.md
    for program in $programs; do echo "  - $(title "$source/$program/index.md"): $program/index.md"; done
    printf '  - API:\n      - Headers: api/index.md\n'
    for header in include/ivp/*.h; do echo "      - $(basename "$header"): api/$(basename "$header" .h).md"; done
    printf '  - Project:\n      - Changes: CHANGELOG.md\n      - Contributing: CONTRIBUTING.md\n'
}
heads=$(mktemp)
trap 'rm -f "$heads"' EXIT
for page in $pages; do echo "$page:$(title "$page" | tr -d '"')"; done >"$heads"
config=$out/site.yml
{
    cat tools/site.yml
    echo "docs_dir: $(realpath "$source")"
    echo "site_dir: $(realpath -m "$out/site")"
    navigation "$heads"
} >"$config"
mkdocs build --quiet --strict --config-file "$config"
for program in $programs; do
    rm -rf "${out:?}/site/$program"
    cp -r "$out/$program" "$out/site/$program"
done
tools/header.sh "$out/site"
cp "$out/site/img/favicon.ico" "$out/site/" # browsers ask for it there, for pages that name none
echo "$out/site/index.html"
