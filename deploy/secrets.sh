#!/bin/sh
# 生成 compose.yaml 要用的密钥和试用的 TLS 证书；已有的绝不覆盖，只改属主和权限。请以 root 运行，并把 deploy/secrets 与备份分开另存一份。
# Makes the secrets that compose.yaml names, and a certificate to try it with. What is there already is never replaced;
# its owner and mode are set again. Run it as root.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets tls
chmod 700 secrets

# Compose mounts each file with the owner and mode it has here, so it must belong to the user that reads it inside the
# container. These are the ids of the Node image and of PostgreSQL's Debian image (Alpine: 70). Docker that maps user
# ids (userns-remap, rootless) needs the mapped ones.
app=${APP_UID:-1000}
database=${POSTGRES_UID:-999}
me=$(id -u)
readable=

# make NAME READER CONTENT
make() {
  [ -e "secrets/$1" ] || { printf '%s' "$3" > "secrets/$1"; echo "已生成 deploy/secrets/$1"; }
  if [ "$me" = 0 ]; then chown "$2" "secrets/$1"; fi
  if [ "$me" = 0 ] || [ "$me" = "$2" ]; then
    chmod 400 "secrets/$1"
  else
    chmod 644 "secrets/$1"
    readable=1
  fi
}
make secret_key "$app" "$(openssl rand -hex 32)"
make database_password "$database" "$(openssl rand -hex 24)"
make owner_password "$database" "$(openssl rand -hex 24)"
make program_password "$database" "$(openssl rand -hex 24)"
make database_url "$app" "postgres://hangxie:$(cat secrets/program_password)@172.28.5.20:5432/hangxie"
make database_owner_url "$app" "postgres://hangxie_owner:$(cat secrets/owner_password)@172.28.5.20:5432/hangxie"
make metrics_token "$app" "$(openssl rand -hex 24)"
make s3_secret "$app" "$(openssl rand -hex 24)"
# Docker Compose itself reads this one, on the host.
make storage.env "$me" "AWS_SECRET_ACCESS_KEY=$(cat secrets/s3_secret)"

if [ -n "$readable" ]; then
  echo '只有 root 能把密钥文件交给容器里的用户。现在它们人人可读（644），只靠 deploy/secrets 文件夹不让别人进入；请以 root 再运行一次，改为只有读它的容器能读（400）。'
fi

if [ ! -e tls/fullchain.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=${SITE_HOST:-localhost}" \
    -addext "subjectAltName=DNS:${SITE_HOST:-localhost}" -keyout tls/privkey.pem -out tls/fullchain.pem 2>/dev/null
  echo '已生成 deploy/tls 下的试用证书（30 天，浏览器会提示不受信任），正式使用前请换成申请到的证书。'
fi
