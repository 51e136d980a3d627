#!/usr/bin/env bash
# offline.sh up PID | down    for a Docker engine that reaches no registry, process PID, in a network namespace of its own:
# connects the engine to this machine, lets builds reach the package registries and nothing else, makes the base image from Debian and
# this machine's Node.js, and an image of the servers. Prints what to set. Needs root, iproute2 and debootstrap; DOCKER_HOST is the engine.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
state=${SVC_OFFLINE_STATE:-$HOME/.cache/svc-offline} link=svc-engine ours=10.210.0.1 engine=10.210.0.2 port=3128
base=node:20.20-bookworm-slim

down() {
  [[ ! -f $state/proxy.pid ]] || kill "$(<"$state/proxy.pid")" 2>/dev/null || true
  rm -f "$state/proxy.pid"
  ip link del "$link" 2>/dev/null || true
  ip route del blackhole "${ours%.*}.0/30" 2>/dev/null || true
}

connect() {
  ip link add "$link" type veth peer name svc0 netns "$1"
  ip addr add "$ours/30" dev "$link" && ip link set "$link" up
  # When the engine is gone, nothing that calls for it may leave the machine by the default route.
  ip route add blackhole "${ours%.*}.0/30" metric 9999
  nsenter --target "$1" --net sh -c "ip addr add $engine/30 dev svc0 && ip link set svc0 up"
  setsid node "$here/registry-proxy.mjs" "$ours" "$port" >"$state/proxy.log" 2>&1 </dev/null &
  echo $! >"$state/proxy.pid"
}

make_base() {
  docker image inspect "$base" >/dev/null 2>&1 && return
  local root=$state/base npm
  if [[ ! -e $state/base.tar ]]; then
    rm -rf "$root" && debootstrap --variant=minbase --include=ca-certificates,libstdc++6 bookworm "$root" >"$state/base.log" 2>&1
    rm -rf "$root"/etc/ssl "$root"/var/{cache/apt/archives/*.deb,lib/apt/lists/*,log/*} "$root"/usr/share/{doc,man,locale}/*
    cp -rL /etc/ssl "$root/etc/" && chroot "$root" useradd --uid 1000 --create-home --shell /bin/bash node
    install -D "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
    npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
    mkdir -p "$root/usr/local/lib/node_modules" && cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
    for program in npm npx; do ln -s "../lib/node_modules/npm/bin/$program-cli.js" "$root/usr/local/bin/$program"; done
    tar -C "$root" -cf "$state/base.part" . && mv "$state/base.part" "$state/base.tar" && rm -rf "$root"
  fi
  docker import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
    --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' --change 'CMD ["node"]' "$state/base.tar" "$base" >/dev/null
}

up() {
  mkdir -p "$state" && down && connect "$1" && make_base
  export DOCKER_BUILDKIT=0
  docker build --quiet --build-arg "http_proxy=http://$ours:$port" --tag svc-test/servers --file "$here/servers.Dockerfile" "$here" >/dev/null
  echo "export DOCKER_BUILDKIT=0 HTTP_PROXY=http://$ours:$port HTTPS_PROXY=http://$ours:$port NO_PROXY=$engine SVC_HTTP_ADDRESS=0.0.0.0:8080" \
    "SVC_CONTAINERS_URL=http://$engine:8080 SVC_POSTGRES_IMAGE=svc-test/servers SVC_NATS_IMAGE=svc-test/servers SVC_REDIS_IMAGE=svc-test/servers"
}

case ${1-} in up) up "${2:?the engine\'s process id}" ;; down) down ;; *) sed -n '2,4p' "$0" >&2; exit 2 ;; esac
