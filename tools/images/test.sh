#!/usr/bin/env bash
# test.sh FOLDER    builds the images and tests them on the Docker engine and the Kubernetes cluster that docker and kubectl reach; a root
# user who reaches none gets those of ../shared/cluster, for as long as it takes. Reports: FOLDER/containers.json, FOLDER/cluster.json.
# What cannot be tested here is said, and has no report.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.."
reports=${1:?the folder for reports} shared=$(readlink -f ../shared/cluster || true) jest=node_modules/.bin/jest failed=0
have() { [[ -n $shared && -x $shared/$1 && $(id -u) == 0 ]]; }
ends=()
finish() { for ((i = ${#ends[@]} - 1; i >= 0; i--)); do eval "${ends[i]}" || true; done; }
trap finish EXIT

if ! docker version >/dev/null 2>&1; then
  have engine || { echo 'Containers: skipped, no Docker engine answers. Start one, or set DOCKER_HOST.' >&2; exit 0; }
  settings=$("$shared/engine" up)
  eval "$settings"
  ends+=('"$shared/engine" down')
  ends+=('bash tools/images/offline.sh down')
  settings=$(bash tools/images/offline.sh up "$(<"$(dirname "${DOCKER_HOST#unix://}")/engine.pid")")
  eval "$settings"
fi
bash tools/images/build.sh
"$jest" -c e2e/containers/jest.config.js --json --outputFile "$reports/containers.json" || failed=1

if ! kubectl get nodes >/dev/null 2>&1; then
  have cluster || { echo 'Pods: skipped, no Kubernetes cluster answers. Set KUBECONFIG.' >&2; exit "$failed"; }
  ends+=('bash tools/images/cluster.sh down "$shared"')
  settings=$(bash tools/images/cluster.sh up "$shared")
  eval "$settings"
fi
"$jest" -c e2e/cluster/jest.config.js --json --outputFile "$reports/cluster.json" || failed=1
exit "$failed"
