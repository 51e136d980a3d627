#!/usr/bin/env bash
# Makes a clone able to run the development stack, then runs it: checks Node and Python, installs the locked packages,
# builds what changed. When there is nothing to do it costs milliseconds.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cache=$root/.svc
install_stamp=$root/node_modules/.svc-install
build_stamp=$cache/build.stamp
command=${1-}

refuse() { # message, next step
  printf '\n%s\n  Next: %s\n' "$1" "$2" >&2
  [[ $command != test ]] || printf '0 passed, 1 failed\n'
  exit 1
}

# version "20.20.2" is at least "20.19"
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1) == "$2" ]]; }

check_programs() {
  local node python
  node=$(node --version 2>/dev/null) || refuse 'Node.js is not installed.' 'Install Node 20.19 or later: https://nodejs.org/en/download'
  at_least "${node#v}" 20.19 || refuse "Node $node is too old; 20.19 or later is needed." 'Install a newer one: https://nodejs.org/en/download'
  command -v npm >/dev/null || refuse 'npm is not installed.' 'sudo apt-get install -y npm'
  python=$(python3 -c 'import platform; print(platform.python_version())' 2>/dev/null) || refuse 'Python 3 is not installed.' 'sudo apt-get install -y python3 python3-venv'
  at_least "$python" 3.11 || refuse "Python $python is too old; 3.11 or later is needed." 'Put a newer python3 first on PATH.'
}

# What the installed tree must match: the lock, and the Node whose native modules it holds.
tree_wanted() { { cat "$root/package-lock.json"; node --version; uname -m; } | sha256sum | cut -d' ' -f1; }

# The stamp is written last, so a half-installed tree has none.
tree_is_current() { [[ -f $install_stamp && $(<"$install_stamp") == "$1" ]]; }

# Without a network npm would try for many minutes, package by package. An answer of any kind is an answer.
check_registry() {
  local said
  said=$(timeout 30 npm ping --fetch-retries=0 2>&1) || [[ $? != 124 && ! $said =~ E(AI_AGAIN|NOTFOUND|CONN|TIMEDOUT|NETUNREACH|HOSTUNREACH) ]] ||
    refuse "The npm registry cannot be reached: $(npm config get registry 2>/dev/null)" 'Check the network (and https_proxy, if you need one), then run the same command again.'
}

install() {
  local wanted log=$cache/npm.log
  wanted=$(tree_wanted)
  tree_is_current "$wanted" && return
  check_registry
  printf '  … npm packages: installing what the lock says (half a minute the first time)\n' >&2
  rm -f "$install_stamp"
  # npm writes this file last: a tree without it is half a tree.
  [[ -f $root/node_modules/.package-lock.json ]] || rm -rf "$root/node_modules"
  # Not "npm ci": it refuses a lock that lacks the packages of other operating systems, which npm itself leaves out.
  # Scripts of packages are not needed: every native part comes ready-made in a package of its own.
  (cd "$root" && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
    --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=8000 >"$log" 2>&1) ||
    refuse "npm packages cannot be installed:
$(tail -n 5 "$log")" "Is the npm registry reachable (npm ping)? Then run the same command again. Log: $log"
  printf '%s' "$wanted" >"$install_stamp"
}

sources_changed() {
  [[ -f $build_stamp && $build_stamp -nt $install_stamp ]] || return 0
  [[ -n $(find "$root"/{libs,apps}/*/{src,migrations,build.mjs,package.json,tsconfig.json} "$root"/tools/{dev-stack,package.json,tsconfig.json} \
    "$root"/tsconfig.base.json -newer "$build_stamp" -print -quit 2>/dev/null) ]]
}

# One compiler process for all projects, in the order of their references; it compiles only what changed.
build() {
  sources_changed || return 0
  printf '  … building\n' >&2
  local begun projects log=$cache/build.log
  begun=$(mktemp "$cache/build.XXXXXX")
  mapfile -t projects < <(cd "$root" && ls -d {libs,apps}/*/tsconfig.json tools/tsconfig.json)
  (cd "$root" && node_modules/.bin/tsc -b "${projects[@]}" >"$log" 2>&1) || {
    rm -f "$begun"
    refuse "The sources do not compile:
$(head -n 20 "$log")" 'Correct them and run the same command again.'
  }
  bundle
  # The stamp bears the time at which the build began: what changed meanwhile is built again.
  mv -f "$begun" "$build_stamp"
}

# What a compiler alone cannot make (the client as one file, for instance) a package's build.mjs makes.
bundle() {
  local script log=$cache/build.log
  for script in "$root"/{libs,apps}/*/build.mjs; do
    [[ ! -f $script ]] || node "$script" >"$log" 2>&1 || refuse "$script failed:
$(head -n 20 "$log")" 'Correct it and run the same command again.'
  done
}

# One at a time: two installs or two starts would spoil each other.
take_turn() {
  exec 9>>"$cache/lock"
  flock -n 9 && return
  printf '  … another ./svc is at work here; waiting for it\n' >&2
  flock 9
}

usage() {
  cat <<'END'
Usage: ./svc up [--bare]       start everything and load the example;
                               --bare: without the example
       ./svc down              stop everything, keep the data
       ./svc reset [--yes]     stop everything, delete the data; --yes: do not ask
       ./svc status [--json]   processes and addresses
       ./svc doctor            problems, and what to do about them
       ./svc test [--all]      run all tests on a private stack; --all: long
                               proofs in full instead of a sample
                               --cluster: also build and test every image,
                               in containers and in pods
       ./svc --help            the commands of the client
END
}

# Before anything is done: who asks what a command does, or misspells --bare, has not asked for it yet.
read_options() {
  local option
  for option in "${@:2}"; do
    case "$command $option" in
      *' --help' | *' -h') usage && exit 0 ;;
      'up --bare' | 'reset --yes' | 'status --json' | 'test --all' | 'test --cluster') ;;
      *) printf 'svc %s: there is no option "%s"\n' "$command" "$option" >&2 && usage >&2 && exit 2 ;;
    esac
  done
}

main() {
  read_options "$@"
  check_programs
  mkdir -p -m 700 "$cache"
  case $command in
    up | test | build)
      take_turn
      install
      build
      ;;
    *) [[ -f $root/tools/dist/dev-stack/main.js ]] || refuse 'svc is not installed and built yet.' './svc up' ;;
  esac
  case $command in
    build) return ;;
    down | reset) take_turn ;;
    test) exec 9>&- ;; # It has a stack of its own; ./svc up need not wait for it.
  esac
  exec node "$root/tools/dist/dev-stack/main.js" "$@"
}

main "$@"
