// Which folders of app/ may import which: the layers of docs/architecture.md, from the top down. tests/conventions.test.ts
// runs these rules; `npx depcruise app` does so by itself.

import fs from 'node:fs'

const SETTINGS = ['env.server', 'site.server', 'log.server', 'metrics.server', 'request-context.server']

/** For each folder, the folders and modules of app/ that it may import besides its own. */
const MAY_IMPORT = {
  routes: ['features', 'layout', 'ui', 'http', 'enhance', 'styles', 'db/schema', ...SETTINGS],
  edge: ['layout/inline-scripts', 'http', 'db', 'visitors.css', 'ui/button-classes', 'ui/error-look', ...SETTINGS],
  jobs: ['features', 'db', ...SETTINGS],
  features: ['ui', 'http', 'mail', 'db', ...SETTINGS],
  layout: ['enhance', 'ui'],
  enhance: ['ui'],
  ui: ['http/field-table'],
  http: ['db/db-error.server', ...SETTINGS],
  mail: ['http', ...SETTINGS],
  db: SETTINGS,
}

/** The groups of features, from the top down: a group imports from itself and from the groups before it. */
const FEATURE_GROUPS = ['people', 'catalog', 'contributions', 'audience', 'staff', 'site']

const escapeName = (name) => name.replace(/[.$[\]]/g, '\\$&')
const oneOf = (names) => `^app/(${names.map(escapeName).join('|')})(/|\\.|$)`
const isRouteFolder = (entry) => entry.isDirectory()
const routeFolders = fs.readdirSync('app/routes', { withFileTypes: true }).filter(isRouteFolder)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
      name: `${folder}-imports-lower-layers-only`,
      severity: 'error',
      from: { path: `^app/${folder}/` },
      to: { path: '^app/', pathNot: oneOf([folder, ...allowed]) },
    })),
    // The rules of groups and features look at folders, so that splitting a file cannot hide a circle.
    ...FEATURE_GROUPS.slice(0, -1).map((group, position) => ({
      name: 'groups-import-from-groups-above-only',
      severity: 'error',
      scope: 'folder',
      from: { path: `^app/features/${group}/[^/]+$` },
      to: { path: `^app/features/(${FEATURE_GROUPS.slice(position + 1).join('|')})/` },
    })),
    {
      name: 'every-feature-belongs-to-a-group',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^app/features/', pathNot: `^app/features/(${FEATURE_GROUPS.join('|')})/[^/]+/` },
    },
    {
      name: 'features-form-no-circles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^app/features/([^/]+)/[^/]+$' },
      to: { path: '^app/features/$1/', circular: true },
    },
    {
      name: 'settings-import-no-layer',
      severity: 'error',
      from: { path: '^app/[^/]+\\.server\\.ts$' },
      to: { path: '^app/[^/]+/' },
    },
    {
      name: 'nothing-imports-routes',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/routes/' },
      to: { path: '^app/routes/' },
    },
    ...routeFolders.map(({ name }) => ({
      name: 'routes-import-no-other-route',
      severity: 'error',
      from: { path: '^app/routes/', pathNot: `^app/routes/${escapeName(name)}/` },
      to: { path: `^app/routes/${escapeName(name)}/` },
    })),
    {
      name: 'browser-code-imports-no-server-module',
      severity: 'error',
      from: { path: '^app/(ui|layout|enhance)/|^app/features/.*\\.tsx$', pathNot: '\\.server\\.tsx$' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-server-reads-the-database',
      severity: 'error',
      from: { path: '^app/', pathNot: '^app/(db|features|jobs|edge)/.*\\.server\\.tsx?$' },
      to: { path: '^app/db/database\\.server\\.ts$' },
    },
  ],
  options: {
    includeOnly: { path: '^app/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
}
