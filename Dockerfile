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
RUN node bin/build.mjs && npm prune --omit=dev

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/packs packs
COPY --from=build /app/bin bin
COPY --from=build /app/src src
COPY --from=build /app/build build
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
