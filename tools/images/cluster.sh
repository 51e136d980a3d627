#!/usr/bin/env bash
# cluster.sh up FOLDER | down FOLDER    for a machine without Kubernetes: the cluster of FOLDER (../shared/cluster), whose containerd 1.6
# cannot give pods users of their own, with a containerd and a runc that can, built from Go modules. Prints what to set.
# Needs what that cluster needs, and gcc and pkg-config.
set -euo pipefail
containerd=v2.3.7 runc=v1.4.3
export SVC_CLUSTER_CACHE=${SVC_USERNS_CLUSTER:-$HOME/.cache/svc-cluster-userns}
bin=$SVC_CLUSTER_CACHE/bin shared=$HOME/.cache/svc-cluster
# An engine's builds may need a proxy; the node of the cluster is not behind it.
export NO_PROXY=10.209.0.2${NO_PROXY:+,$NO_PROXY}

build() { # MODULE VERSION PACKAGES…: into bin, with the versions of its dependencies that it names itself
  local module=$1 version=$2 folder
  shift 2
  folder=$(mktemp -d)
  (
    cd "$folder"
    printf 'module engines\n' >go.mod
    printf '//go:build tools\n\npackage engines\n\nimport _ "%s"\n' "$1" >engines.go
    go get "$1@$version" >/dev/null 2>&1
    nice -n 10 go build -mod=mod -trimpath -ldflags '-s -w' -tags 'seccomp no_btrfs no_devmapper no_zfs' -o "$bin/" "$@"
  ) || { echo "cluster.sh: $module $version was not built" >&2; exit 1; }
  rm -rf "$folder"
}

libseccomp() { # its headers, unpacked and not installed
  local folder=$SVC_CLUSTER_CACHE/seccomp deb
  if [[ ! -d $folder/usr ]]; then
    mkdir -p "$folder"
    (cd "$folder" && apt-get download libseccomp-dev libseccomp2 >/dev/null 2>&1 && for deb in *.deb; do dpkg -x "$deb" .; done)
  fi
  echo "$folder/usr"
}

engines() {
  local usr
  [[ -x $bin/containerd && -x $bin/runc ]] && return
  echo "cluster.sh: building containerd $containerd and runc $runc" >&2
  usr=$(libseccomp)
  export CGO_CFLAGS=-I$usr/include CGO_LDFLAGS=-L$usr/lib/x86_64-linux-gnu PKG_CONFIG_PATH=$usr/lib/x86_64-linux-gnu/pkgconfig
  build github.com/opencontainers/runc "$runc" github.com/opencontainers/runc
  CGO_ENABLED=0 build github.com/containerd/containerd/v2 "$containerd" \
    github.com/containerd/containerd/v2/cmd/{containerd,containerd-shim-runc-v2,ctr}
}

up() {
  mkdir -p "$SVC_CLUSTER_CACHE"
  [[ -d $bin || ! -d $shared/bin ]] || cp -al "$shared"/{bin,root,src,*.tar} "$SVC_CLUSTER_CACHE/"
  mkdir -p "$bin"
  engines
  "$1/cluster" up >/dev/null
  # The node covers parts of its /proc, and nobody may mount one in a user namespace who sees none that is whole.
  nsenter --target "$(<"$SVC_CLUSTER_CACHE/state/node.pid")" --mount --pid sh -c \
    '[ -e /run/whole-proc ] || { mkdir /run/whole-proc && mount -t proc proc /run/whole-proc; }'
  echo "export KUBECONFIG=$SVC_CLUSTER_CACHE/state/admin.kubeconfig PATH=$bin:\$PATH" \
    "NO_PROXY=$NO_PROXY SVC_CLUSTER_LOAD='env SVC_CLUSTER_CACHE=$SVC_CLUSTER_CACHE $1/cluster load-image'"
}

case ${1-} in
  up) up "${2:?the folder of the cluster}" ;;
  down) "${2:?the folder of the cluster}/cluster" down ;;
  *) sed -n '2,4p' "$0" >&2; exit 2 ;;
esac
