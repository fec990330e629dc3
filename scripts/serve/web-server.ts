import net from 'node:net'
import path from 'node:path'
import { type Child, startChild } from './child-process'

const root = path.resolve(import.meta.dirname, '../..')

/** @throws an Error with advice if the port is in use */
export async function assertPortIsFree(port: number) {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve)).catch((error) => {
    const why = error.code === 'EACCES' ? 'cannot be used by this user' : 'is already in use'
    throw new Error(`Port ${port} ${why}. Choose another one: PORT=${port === 65_535 ? 3001 : port + 1} npm start`)
  })
  await new Promise((resolve) => server.close(resolve))
}

type Settings = {
  port: number
  databaseUrl: string
  env?: Record<string, string | undefined>
  output?: 'inherit' | 'ignore' | number
}

/** Serves the built app with WEB_CONCURRENCY processes of remix-serve. Resolves when one responds. */
export async function startWebServer(settings: Settings): Promise<Child> {
  const child = runWebServer(settings)
  const hasEnded = await Promise.race([child.ready, child.ended.then(() => true)])
  if (hasEnded) throw new Error('The web server ended before it answered, see above.')
  return child
}

/** Like `startWebServer`, without waiting for a response. */
export function runWebServer({ port, databaseUrl, env, output }: Settings): Child {
  const cli = path.join(root, 'node_modules/@remix-run/serve/dist/cli.js')
  const child = startChild(
    [path.join(import.meta.dirname, 'web-cluster.ts'), cli, path.join(root, 'build/server/index.js')],
    {
      output,
      env: { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl, ...env },
    },
  )
  return { ...child, ready: waitForPort(port, child.ended) }
}

async function waitForPort(port: number, ended: Promise<unknown>) {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded && !(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 50))
}

function answers(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
