# The whole product in one image. Without arguments it is an API process; `worker`, `migrate` and all other commands of
# `leadline` are given as arguments. It runs as user 1000, needs no capability, and writes to no file of its own.

FROM node:24-bookworm-slim AS build
WORKDIR /src
# Only the manifests, so that a change of code doesn't install everything again.
COPY package.json package-lock.json .npmrc ./
COPY packages/assessor/package.json packages/assessor/
COPY packages/cli/package.json packages/cli/
COPY packages/contract/package.json packages/contract/
COPY packages/csv/package.json packages/csv/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/engine/package.json packages/engine/
COPY packages/learning/package.json packages/learning/
COPY packages/mcp/package.json packages/mcp/
COPY packages/sdk/package.json packages/sdk/
COPY packages/server/package.json packages/server/
COPY packages/testkit/package.json packages/testkit/
# A mirror of npm can be named in a file: docker build --secret id=npmrc,src=$HOME/.npmrc . If only your machine trusts its
# certificate, add --secret id=authorities,src=FILE and, to the .npmrc, cafile=/run/secrets/authorities.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=authorities \
  npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s build:dashboard && npm run -s build:docs && node scripts/package/stage-image.ts

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/release/package /app
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0 NODE_COMPILE_CACHE=/app/compiled
# Compiles the code once, instead of with every start.
RUN ln -s /app/bin/leadline.js /usr/local/bin/leadline \
  && leadline api --help >/dev/null && leadline worker --help >/dev/null && leadline migrate --help >/dev/null \
  && chmod -R a+rX /app/compiled
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The first process of a container doesn't get signals it has no handler for, which would delay a stop during the start.
ENTRYPOINT ["tini", "--", "leadline"]
CMD ["api"]
