#!/usr/bin/env bash
# npm run images [-- APP…]    builds svc/APP:latest for every app, or those named, from the lock alone.
# HTTP_PROXY and HTTPS_PROXY are passed on to the build; SVC_IMAGES and SVC_TAG name other images than svc/APP:latest.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")/../.."

docker version >/dev/null 2>&1 || { echo 'npm run images: no Docker engine answers. Start one, or set DOCKER_HOST.' >&2; exit 1; }
options=(--label "org.opencontainers.image.revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)")
# In both spellings, however it was given: apt reads http_proxy, others HTTP_PROXY.
for name in HTTP_PROXY HTTPS_PROXY; do
  lower=${name,,} given=${!name:-${!lower:-}}
  [[ -z $given ]] || options+=(--build-arg "$name=$given" --build-arg "$lower=$given")
done
(($#)) || set -- $(cd apps && printf '%s\n' */Dockerfile | xargs -n1 dirname)
for app; do
  image=${SVC_IMAGES:-svc}/$app:${SVC_TAG:-latest}
  echo "… $image" >&2
  docker build --quiet "${options[@]}" --tag "$image" --file "apps/$app/Dockerfile" . >/dev/null
done
docker image ls --filter "reference=${SVC_IMAGES:-svc}/*:${SVC_TAG:-latest}" --format '{{.Repository}}:{{.Tag}}  {{.Size}}'
