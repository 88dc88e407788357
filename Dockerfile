# 行协的镜像，内容与发布包相同。国内构建：
#   docker build --build-arg NODE_IMAGE=<镜像站>/library/node:26.10.0-trixie-slim \
#                --build-arg NPM_REGISTRY=https://registry.npmmirror.com -t hangxie .
# 不用 apt，因此没有 apt 镜像一项。 No apt packages, hence no apt mirror.
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS build
ARG NPM_REGISTRY=https://registry.npmjs.org
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --registry="$NPM_REGISTRY"
COPY . .
# 用镜像自己的 Node，版本相同。 The Node of this image, of the same version.
RUN node bin/release.mjs --folder /opt/hangxie && ln -sf /usr/local/bin/node /opt/hangxie/node_modules/node/bin/node

FROM ${NODE_IMAGE}
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
COPY --from=build /opt/hangxie /opt/hangxie
RUN install -d -o node -g node -m 700 /data /backups && ln -s /opt/hangxie/bin/hangxie /usr/local/bin/hangxie
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# 不为此另起一个 Node：Debian 的 bash 自己能连。 No second Node for this: bash connects by itself.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["/opt/hangxie/bin/start"]
