#!/usr/bin/env bash
# Every shipped worksheet on a real Moodle with STACK: imported, attempted, counted.
#
#   tests/platforms/moodle.sh MOODLE STACK BEHAVIOURS FOLDER [SECONDS]
#
# MOODLE      a Moodle source tree (5.0 or later, whose pages lie in public/), as it is unpacked
# STACK       the source tree of moodle-qtype_stack
# BEHAVIOURS  a folder with what STACK needs: dfexplicitvaildate, dfcbmexplicitvaildate, adaptivemultipart (moodle-qbehaviour_…)
# FOLDER      where the site, its database and what came of it go; what is there already is used again
# SECONDS     how long STACK's tests may take (600)
#
# Needed from Debian: postgresql, php-cli php-mbstring php-yaml php-xml php-curl php-gd php-intl php-zip php-soap php-pgsql, maxima,
# maxima-share, gnuplot-nox, chromium. PostgreSQL and the site listen on 127.0.0.1 alone. PYTHON names an interpreter with symattn.
# MATHJAX names the folder es5 of the package mathjax@3.2.2, which is put into a site that has no network.
# VERSIONS names a tree of moodle-qbank_importasversion, with which questions that are in quizzes are then imported again.
# The last steps have the pages themselves: quizzes in Chromium, see pages.py and stack_pages.py, of the sheets named in PAGES (causal-mask).
# Moodle's German lies on no registry: of it the site gets what German numbers look like, and its other words stay English.
# STACK is set up with an image of Maxima, as its administrator's page "healthcheck" makes one: much faster than starting Maxima.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,17s/^# \{0,1\}//p' "$0"; exit 2; }
moodle=$(realpath "$1") stack=$(realpath "$2") behaviours=$(realpath "$3")
for tree in "$moodle/public" "$stack" "$behaviours"/{dfexplicitvaildate,dfcbmexplicitvaildate,adaptivemultipart}; do
  [ -f "$tree/version.php" ] || { echo "$tree is no source tree: it has no version.php" >&2; exit 2; }
done
mkdir -p "$4"
folder=$(realpath "$4") seconds=${5:-600}
here=$(cd "$(dirname "$0")" && pwd)
port=${PGPORT:-54329}
address=127.0.0.1:${SITEPORT:-8097}
postgres=$(dirname "$(find /usr/lib/postgresql -name initdb | sort -V | tail -1)")
as_owner() { if [ "$(id -u)" = 0 ]; then su postgres -c "$*"; else bash -c "$*"; fi; } # PostgreSQL does not run as root
run() { php -d memory_limit=2G -d max_input_vars=5000 "$@"; }
export MOODLE="$folder/site"

if [ ! -f "$MOODLE/config.php" ]; then
  mkdir -p "$MOODLE" "$folder/data" "$folder/db"
  tar -C "$moodle" --exclude=./config.php --exclude=./public/config.php -c . | tar -C "$MOODLE" -x
  rm -rf "$MOODLE/public/question/type/stack"
  cp -r "$stack" "$MOODLE/public/question/type/stack"
  cp -r "$behaviours"/{dfexplicitvaildate,dfcbmexplicitvaildate,adaptivemultipart} "$MOODLE/public/question/behaviour/"
  [ "$(id -u)" != 0 ] || chown postgres "$folder/db"
  as_owner "$postgres/initdb -D $folder/db/cluster -A trust -U moodle -E UTF8 --locale=C.UTF-8" > "$folder/initdb.log"
fi
as_owner "$postgres/pg_ctl -D $folder/db/cluster -l $folder/db/log -w -o '-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder/db' start"
trap 'as_owner "$postgres/pg_ctl -D $folder/db/cluster -m fast stop" > /dev/null' EXIT
if [ ! -f "$MOODLE/config.php" ]; then
  psql -h 127.0.0.1 -p "$port" -U moodle postgres -qc 'CREATE DATABASE moodle'
  (cd "$MOODLE" && run admin/cli/install.php --non-interactive --agree-license --wwwroot="http://$address" \
    --dataroot="$folder/data" --dbtype=pgsql --dbhost=127.0.0.1 --dbport="$port" --dbname=moodle --dbuser=moodle --dbpass=none \
    --fullname=Attention --shortname=attention --adminuser=admin --adminpass="$(head -c 12 /dev/urandom | base64)aA1!" \
    --adminemail=admin@example.org > "$folder/install.log")
  printf '<?php\nrequire_once(__DIR__ . "/../config.php");\n' > "$MOODLE/public/config.php" # where STACK looks for it
  version=$(maxima --version | sed 's/[^0-9]*\([0-9.]*\).*/\1/')
  for setting in platform=linux maximaversion="$version" castimeout=30 casresultscache=db maximalibraries='stats, distrib, descriptive, simplex'; do
    run "$MOODLE/admin/cli/cfg.php" --component=qtype_stack --name="${setting%%=*}" --set="${setting#*=}"
  done
  run "$MOODLE/public/question/type/stack/cli/build_maxima_optimised.php" > "$folder/image.log"
fi

rm -rf "$folder/exports"
"${PYTHON:-python3}" "$here/expected.py" "$folder/exports"
code=0
run "$here/moodle/import.php" "$folder"/exports/*/cloze.xml "$folder"/exports/*/stack.xml || code=1
run "$here/moodle/cloze.php" "$folder"/exports/*/expected.json || code=1
run "$here/moodle/links.php" || code=1
run "$here/moodle/stack.php" "$seconds" || code=1
if [ -n "${VERSIONS:-}" ]; then
  cp -rT "$VERSIONS" "$MOODLE/public/question/bank/importasversion"
  run "$MOODLE/admin/cli/upgrade.php" --non-interactive > "$folder/upgrade.log"
  "${PYTHON:-python3}" "$here/again.py" "$folder" "php -d memory_limit=2G -d max_input_vars=5000" || code=1
fi

mkdir -p "$folder/data/lang/de"
printf "<?php\n\$string['%s'] = '%s';\n" thislanguage Deutsch > "$folder/data/lang/de/langconfig.php"
printf "\$string['%s'] = '%s';\n" parentlanguage '' thisdirection ltr decsep , thousandssep . listsep ';' >> "$folder/data/lang/de/langconfig.php"
[ -z "${MATHJAX:-}" ] || cp -r "$MATHJAX" "$MOODLE/public/mathjax"
PHP_CLI_SERVER_WORKERS=3 php -d memory_limit=1G -d max_input_vars=5000 -S "$address" -t "$MOODLE/public" > "$folder/served.log" 2>&1 &
served=$!
trap 'kill "$served"; as_owner "$postgres/pg_ctl -D $folder/db/cluster -m fast stop" > /dev/null' EXIT
# shellcheck disable=SC2086 # names of sheets, one a word
"${PYTHON:-python3}" "$here/pages.py" "$folder" "php -d memory_limit=2G -d max_input_vars=5000" "http://$address" ${PAGES:-causal-mask} || code=1
# shellcheck disable=SC2086
"${PYTHON:-python3}" "$here/stack_pages.py" "$folder" "php -d memory_limit=2G -d max_input_vars=5000" "http://$address" ${PAGES:-causal-mask} || code=1
exit "$code"
