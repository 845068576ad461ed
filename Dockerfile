# syntax=docker/dockerfile:1
# One image a service:
#   docker build --build-arg APP=gateway  -t qafila/gateway .
#   docker build --build-arg APP=identity -t qafila/identity .
#   docker build --build-arg APP=metering -t qafila/metering .
#   docker build --build-arg APP=payment  -t qafila/payment .
#   docker build --build-arg APP=sandbox  -t qafila/sandbox .
#   docker build --build-arg APP=shipment -t qafila/shipment .
#   docker build --build-arg APP=webhooks -t qafila/webhooks .
# A release pins the base: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:<digest>
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc tsconfig.base.json tsconfig.json ./
COPY libs libs
COPY apps apps
COPY packages packages
COPY docs/api docs/api
# Not `npm ci`: it refuses a lock file without the binaries of other platforms (see tools/workspace.mjs). Both use the
# versions of the lock file; --no-save does not change it, and no package's script runs.
RUN --mount=type=cache,target=/root/.npm npm install --no-save --include=dev --ignore-scripts --no-audit --no-fund
RUN npx --no-install tsc -b && cd apps/portal && npx --no-install vite build

FROM build AS production
ARG APP
RUN test -f "apps/${APP}/dist/main.js" || { echo "APP must be gateway, identity, metering, payment, sandbox, shipment or webhooks" >&2; exit 1; }
# Only what this app needs to run: its own dependencies, and the built libraries that they name.
RUN --mount=type=cache,target=/root/.npm rm -rf node_modules apps/*/node_modules libs/*/node_modules \
 && npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund --workspace "apps/${APP}" \
 && mkdir -p /qafila/apps \
 && cp -a node_modules libs package.json /qafila/ \
 && mkdir -p /qafila/docs && cp -a docs/api /qafila/docs/ \
 && cp -a "apps/${APP}" /qafila/apps/ \
 && if [ "${APP}" = gateway ]; then mkdir /qafila/apps/portal && cp -a apps/portal/dist-web /qafila/apps/portal/; fi \
 && rm -rf /qafila/libs/local /qafila/libs/testing /qafila/libs/*/src /qafila/apps/*/src \
 && ln -s "apps/${APP}/dist/main.js" /qafila/main.js

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 INTERNAL_PORT=9090
WORKDIR /qafila
COPY --from=production /qafila ./
# Owned by root, run by another user: the process cannot change its own code.
USER 65532:65532
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
# Thousands of objects a second are short-lived. A larger young generation avoids copying them (a sixth less CPU).
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=32", "main.js"]
