#!/bin/sh
# 容器第一次启动时运行一次：建立两个角色和数据库。 Runs once, when the container starts for the first time.
set -eu
OWNER_PASSWORD=$(cat /run/secrets/owner_password)
PROGRAM_PASSWORD=$(cat /run/secrets/program_password)
export OWNER_PASSWORD PROGRAM_PASSWORD
exec psql --username "$POSTGRES_USER" --dbname postgres -f /roles.sql
