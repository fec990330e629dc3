# Builds the app, then keeps what running it needs. Wants DATABASE_URL (PostgreSQL 15 or later), SITE_URL and
# SESSION_SECRET; migrates on start, where the role of the database may. docs/operations/deploy.md says how to run it.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
RUN node --import tsx scripts/build.ts && npm prune --omit=dev

FROM node:24.21.0-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/app/.data
WORKDIR /app
RUN mkdir .data && chown node:node .data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/public public
COPY --from=build /app/app app
COPY --from=build /app/migrations migrations
COPY --from=build /app/scripts scripts
COPY --from=build /app/package.json /app/tsconfig.json /app/LICENSE ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "scripts/serve.ts"]
