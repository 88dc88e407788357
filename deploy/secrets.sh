#!/bin/sh
# 生成 compose.yaml 要用的密钥和试用的 TLS 证书；已有的绝不覆盖。请把 deploy/secrets 与备份分开另存一份。
# Makes the secrets that compose.yaml names, and a certificate to try it with. What is there already is never replaced.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets
mkdir -p tls

# 容器里的程序不以 root 运行，因此文件本身可读；目录只有本用户能进。
make() { [ -e "secrets/$1" ] || { printf '%s' "$2" > "secrets/$1"; chmod 644 "secrets/$1"; echo "已生成 deploy/secrets/$1"; }; }
make secret_key "$(openssl rand -hex 32)"
make database_password "$(openssl rand -hex 24)"
make owner_password "$(openssl rand -hex 24)"
make program_password "$(openssl rand -hex 24)"
make database_url "postgres://hangxie:$(cat secrets/program_password)@172.28.5.20:5432/hangxie"
make database_owner_url "postgres://hangxie_owner:$(cat secrets/owner_password)@172.28.5.20:5432/hangxie"
make metrics_token "$(openssl rand -hex 24)"
make s3_secret "$(openssl rand -hex 24)"
make storage.env "AWS_SECRET_ACCESS_KEY=$(cat secrets/s3_secret)"

if [ ! -e tls/fullchain.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=${SITE_HOST:-localhost}" \
    -addext "subjectAltName=DNS:${SITE_HOST:-localhost}" -keyout tls/privkey.pem -out tls/fullchain.pem 2>/dev/null
  echo '已生成 deploy/tls 下的试用证书（30 天，浏览器会提示不受信任），正式使用前请换成申请到的证书。'
fi
