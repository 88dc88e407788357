# 行协的镜像。国内构建：
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
# 页面已建好：构建工具和 node_modules 里的另一个 Node 不再需要（约 1160 MB 减为 690 MB）。
RUN node bin/build.mjs && npm prune --omit=dev && node bin/slim.mjs

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/packs packs
COPY --from=build /app/bin bin
COPY --from=build /app/src src
COPY --from=build /app/build build
RUN install -d -o node -g node -m 700 /data /backups && ln -s /app/bin/hangxie.mjs /usr/local/bin/hangxie
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# 不为此另起一个 Node：Debian 的 bash 自己能连。 No second Node for this: bash connects by itself.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 4 _ status _ <&3 && [ \"$status\" = 200 ]"]
# 少占内存；内存宽裕时换成 ["node", "build/program/main.js"]。 Small rather than fast: docs/operators.md.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
CMD ["node", "--heap-growing-percent=40", "--max-semi-space-size=8", "--initial-heap-size=112", "build/program/main.js"]
