#!/bin/sh
# site.sh BUILD OUT -- a static site in OUT/site: documentation, headers, the catalogue of problems, the results in
# OUT/bench.db with their report, and OUT/papers if that is there. mkdocs gives all pages one header and a search.
#
# The pages lie as they do in the tree, so their links hold; a link to a folder becomes one to a list of its pages.
# A report or catalogue is a program of its own in a frame. tests/page/test_site.js looks for dead links.
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins
set -eu
build=$1 out=$2
source=$out/site-source
[ -f "$out/bench.db" ] || { echo "site.sh: there is no $out/bench.db: make bench OUT=$out" >&2; exit 3; }
command -v mkdocs >/dev/null || { echo 'site.sh: mkdocs is missing: apt-get install mkdocs' >&2; exit 3; }
rm -rf "$source" "$out/site"
mkdir -p "$source/api" "$source/results" "$source/catalogue"

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
list_of() { # folder: a page that lists its pages
    printf '# %s\n\n' "$1"
    for listed in "$1"/*.md; do echo "- [$(title "$listed")](${listed##*/})"; done
}

for page in $pages; do
    put "$page"
    for file in $(links "$page"); do
        if [ -d "$file" ]; then
            mkdir -p "$source/$file" && list_of "$file" >"$source/$file/index.md"
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

# ---- what programs draw, each in a frame -----------------------------------------------------------------
framed() { # folder title sentence: a page with the program in FOLDER/page/index.html
    printf '# %s\n\n%s\n\n[On a page of its own](page/index.html)\n\n' "$2" "$3"
    printf '<iframe src="page/index.html" title="%s" style="width: 100%%; height: 85vh; border: 0"></iframe>\n' "$2"
}
"$build/ivpbench" report --store "$out/bench.db" --output "$source/results/page"
"$build/ivpbench" export --store "$out/bench.db" --format csv >"$source/results/results.csv"
framed results 'Results' \
    "Measured by ivpbench $(cat VERSION); the page names the plan. All numbers: [results.csv](results.csv). What they mean: [report.md](../docs/report.md)." \
    >"$source/results/index.md"

# the catalogue is drawn once a build: it surveys every problem
[ -f "$out/catalogue/index.html" ] || "$build/ivpbench" reference catalogue --output "$out/catalogue"
cp -r "$out/catalogue" "$source/catalogue/page"
{
    framed catalogue 'Problems' 'Each problem, its definition, its reference and its size.'
    printf '\n## All problems\n\n'
    "$build/ivpbench" list problems | sed -n 's/^\([a-z][a-z0-9_]*\)  *\(.*\)/- `\1`: \2/p'
} >"$source/catalogue/index.md"

if [ -f "$out/papers/index.html" ]; then
    mkdir -p "$source/papers" && cp -r "$out/papers" "$source/papers/page"
    framed papers 'Papers' 'What five papers print, beside what is measured. Verdicts: [papers.md](../docs/papers.md).' \
        >"$source/papers/index.md"
fi

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
    printf '  - Results: results/index.md\n  - Problems: catalogue/index.md\n'
    [ ! -d "$source/papers" ] || echo '  - Papers: papers/index.md'
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
cp "$out/site/img/favicon.ico" "$out/site/" # browsers ask for it there, for pages that name none
echo "$out/site/index.html"
