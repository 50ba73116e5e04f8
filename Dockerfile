# One image for api, gateway and worker; the command chooses (docker-compose.yml). Renovate adds digests to the versions.

FROM node:24.19.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The packages bring their binaries along; none needs its install script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# The bundles hold every package but those of `external` in tools/vite.server.config.ts; these and what they import.
RUN mkdir /packages && cd node_modules && cp -r reflect-metadata msgpackr sharp @img detect-libc semver /packages

FROM node:24.19.0-bookworm-slim
# Stack traces show the TypeScript instead of the bundle. With an upper limit the heap grows by less before Node collects
# it (docs/performance.md); an api needs about 1 MB for every 1,000 products.
ENV NODE_ENV=production NODE_OPTIONS="--enable-source-maps --max-old-space-size=1024"
WORKDIR /app
# Owned by root and run as `node`: the process cannot change its own code.
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /packages ./node_modules
RUN node --input-type=module -e "for (const name of ['reflect-metadata', 'msgpackr', 'sharp']) await import(name)"
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/apps/web ./dist/apps/web
COPY --from=build /app/dist/apps/web-server ./dist/apps/web-server
# Where the api keeps uploaded pictures; a volume that is mounted here takes over the owner.
RUN mkdir /pictures && chown node:node /pictures
USER node
EXPOSE 3000
CMD ["node", "dist/server/api.js"]
