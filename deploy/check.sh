#!/bin/sh
# Checks the examples of this folder with the programs that read them, and docker-compose.yml where Docker is there.
# Exits with 1 if one is refused, or if a program is missing.
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check <program> <what> <command …>
check() {
  program=$1 what=$2
  shift 2
  if ! command -v "$program" > "$work/out" 2>&1; then
    echo "- $what: not checked, $program is missing"
    failed=1
  elif "$@" > "$work/out" 2>&1; then
    echo "✓ $what"
  else
    echo "✗ $what"
    cat "$work/out"
    failed=1
  fi
}

# nginx reads the certificate, opens the ports, and takes a site as part of a configuration.
nginx_site() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=shop.example \
    -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2> /dev/null &&
    sed -e "s#/etc/letsencrypt/live/shop.example#$work#" -e 's/\(listen .*\)80;/\118080;/; s/\(listen .*\)443 /\118443 /' \
      deploy/host/nginx.conf > "$work/site.conf" &&
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $work/$kind;"; done > "$work/paths.conf" &&
    echo "pid $work/pid; error_log stderr; events {} http { access_log off; include $work/paths.conf; include $work/site.conf; }" \
      > "$work/nginx.main" &&
    nginx -t -p "$work" -c "$work/nginx.main"
}

# A unit is read under its own name; the programs that it names have to be there.
systemd_units() {
  for process in api gateway worker; do
    sed -e "s#/usr/bin/node#$(command -v node)#" -e "s#^WorkingDirectory=.*#WorkingDirectory=$work#" \
      deploy/host/farmgate-process@.service > "$work/farmgate-$process@.service" &&
      systemd-analyze verify --man=no "$work/farmgate-$process@3001.service" 2> "$work/said" &&
      ! grep "farmgate-$process" "$work/said" || return 1
  done
}

check nginx 'deploy/host/nginx.conf' nginx_site
check caddy 'deploy/host/Caddyfile' caddy validate --adapter caddyfile --config deploy/host/Caddyfile
check caddy 'deploy/Caddyfile' caddy validate --adapter caddyfile --config deploy/Caddyfile
check systemd-analyze 'deploy/host/farmgate-process@.service' systemd_units
check promtool 'deploy/alerts.yml' promtool check rules deploy/alerts.yml
check promtool 'deploy/alerts.test.yml' promtool test rules deploy/alerts.test.yml
if docker compose version > "$work/out" 2>&1; then compose=docker; else compose='docker-compose-plugin'; fi
check "$compose" 'docker-compose.yml' env TICKET_SECRET=x AUTH_SECRET=x MONGO_ROOT_PASSWORD=x MONGO_PASSWORD=x REDIS_PASSWORD=x \
  docker compose config --quiet
exit "$failed"
