#!/bin/sh
# 容器第一次启动时运行一次：建立两个角色和数据库。 Runs once, when the container starts for the first time.
set -eu
exec psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v owner_password="$(cat /run/secrets/owner_password)" \
  -v program_password="$(cat /run/secrets/program_password)" -f /roles.sql
