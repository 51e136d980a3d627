#!/bin/bash
# What the official images do with the same arguments, as far as deploy/compose.yaml uses it.
set -eu
as() { exec setpriv --reuid "$1" --regid "$(id -g "$1")" --init-groups "${@:2}"; }
case $1 in
  --*) as nobody nats-server "$@" ;;
  redis-server) as redis redis-server "$2" --bind '*' ;;
  postgres)
    if [ "$(id -u)" = 0 ]; then
      install -o postgres -m 600 "$POSTGRES_PASSWORD_FILE" /tmp/password
      as postgres "$0" postgres
    fi
    if [ ! -s "$PGDATA/PG_VERSION" ]; then
      initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
      echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
      pg_ctl --wait --options="-c listen_addresses=''" start
      PGPASSWORD=$(cat /tmp/password) && export PGPASSWORD
      createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
      for file in /docker-entrypoint-initdb.d/*.sql; do
        psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --file="$file"
      done
      pg_ctl --wait stop
    fi
    exec postgres -c listen_addresses='*'
    ;;
esac
