import { execFileSync } from 'node:child_process'
import { ensureBuild } from '#scripts/build'

export type BuiltRoute = { id: string; isIndex: boolean; isScreen: boolean; hasLoader: boolean; hasAction: boolean }

const SCRIPT = `
  const { routes } = await import(process.cwd() + '/build/server/index.js')
  const list = Object.values(routes).map(({ id, index, module }) => ({
    id,
    isIndex: index === true,
    isScreen: module.default !== undefined,
    hasLoader: module.loader !== undefined,
    hasAction: module.action !== undefined,
  }))
  console.log(JSON.stringify(list))
  process.exit()`

/** The routes of the built app, read in a child process because importing the build installs its edge. */
export async function routesOfBuild(): Promise<BuiltRoute[]> {
  await ensureBuild()
  const env = { ...process.env, NODE_ENV: 'production' as const, LOG_LEVEL: 'silent' }
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { env, encoding: 'utf8' }))
}
