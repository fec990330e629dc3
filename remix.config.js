import path from 'node:path'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

// Remix's Vite compiler reads its options from a Vite config. This file is that
// config: every command passes it with `--config remix.config.js`.
/** In development Vite's server answers instead of remix-serve; requests pass the same edge. */
const edge = {
  name: 'edge',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      server
        .ssrLoadModule('/app/edge/handler.server.ts')
        .then(({ withEdgeInDevelopment }) => withEdgeInDevelopment(request, response, next))
        .catch(next)
    })
  },
}

// A list of deals names the drawings of its icons more than a hundred times, so their address is short.
const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.svg') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]'

/** Begins with the files that take minutes, so that the last worker does not end long after the others. */
class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }) => moduleId.includes('/tests/built-app/')
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The tests of these folders leave modules, settings and clocks as they find them: the files of a process run one after another
 * in it, with one database. Starting a process for each file takes as long as its tests.
 */
const SHARED = 'tests/{database,edge,features,http,mail,routes,ui}/**/*.test.{ts,tsx}'
/** Files of those folders that need a process of their own, because they look at what a module does once in its life. */
const OWN_PROCESS = [
  'tests/database/{memoize,prepared}.test.ts',
  'tests/routes/statement-counts.test.ts',
  'tests/edge/{behind-a-proxy,page-cache,shared-renders}.test.ts',
  'tests/features/{categories,clicks,shown-status}.test.ts',
  // Plans depend on the statistics of a table, which outlive its rows; the others start workers.
  'tests/features/{csv-import-jobs,follow-ups,list-plans}.test.ts',
]
/** Run by `npm run test:long` only: the whole matrix, kills and restarts, and what waits for time-outs. */
const LONG = 'tests/**/*.long.test.{ts,tsx}'

export default defineConfig({
  resolve: {
    alias: { '~': path.resolve('app'), '#tests': path.resolve('tests'), '#scripts': path.resolve('scripts') },
  },
  plugins: [
    tailwindcss(),
    edge,
    !process.env.VITEST &&
      remix({
        future: {
          v3_fetcherPersist: true,
          // Its manifest endpoint costs the server seconds of CPU for one hostile request.
          v3_lazyRouteDiscovery: false,
          v3_relativeSplatPath: true,
          v3_singleFetch: true,
          v3_throwAbortReason: true,
        },
      }),
  ],
  test: {
    projects: [
      { test: { name: 'shared', include: [SHARED], exclude: [LONG, ...OWN_PROCESS], isolate: false } },
      {
        test: { name: 'isolated', include: ['tests/{built-app/**/,}*.test.{ts,tsx}', ...OWN_PROCESS], exclude: [LONG] },
      },
      { test: { name: 'long', include: [LONG] } },
    ],
    globalSetup: ['tests/setup/start-database.ts'],
    setupFiles: ['tests/setup/use-own-database.ts'],
    // The least that bcrypt can do, and no connections to vendors. The built apps that tests start inherit both.
    env: { BCRYPT_COST: '4', LINK_CHECKS: '0' },
    sequence: { sequencer: LongestFirst },
    // Most of them wait for a database or a server, not for the processor; the default is one less than the cores.
    maxWorkers: 3,
    // These end what hangs, on a machine that is busy with other things too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 45_000 } },
  },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rollupOptions: { output: { assetFileNames } },
  },
  // The script of visitors' pages is built apart, and names the same drawings.
  worker: { rollupOptions: { output: { assetFileNames } } },
})
