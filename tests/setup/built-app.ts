import { type ChildProcess, spawn } from 'node:child_process'
import { ensureBuild } from '#scripts/build'
import { findFreePort } from '#scripts/database/embedded-server'
import { WEB_PROCESS } from '#scripts/serve/processes'

export type BuiltApp = {
  port: number
  process: ChildProcess
  /** Its log so far, one object per line; lines that are not JSON are under `text`. */
  log(): Record<string, unknown>[]
  get(path: string, init?: RequestInit): Promise<Response>
  ended: Promise<number | null>
  stop(): Promise<void>
}

/**
 * The built app under remix-serve, as in production, on a free port. Builds it first if the sources have changed. With
 * `output`, an open file, its log is there instead of in `log()`.
 */
export async function startBuiltApp(env: Record<string, string> = {}, output?: number): Promise<BuiltApp> {
  await ensureBuild()
  const port = await findFreePort()
  // Its preload ends the app with the test process, even if a test fails or is killed before it stops the app.
  const { exec, args, execArgv } = WEB_PROCESS
  const child = spawn(process.execPath, [...execArgv, exec, ...args], {
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe', 'ipc'],
    env: {
      ...process.env,
      VITEST: undefined,
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      SESSION_SECRET: 'c81d0b6f3e954a27b0d6e1f8a3c5927e40b1d2f3',
      ...env,
    },
  })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const app: BuiltApp = {
    port,
    process: child,
    ended,
    log: () => said.split('\n').filter(Boolean).map(readLine),
    get: (place, init) => fetch(`http://127.0.0.1:${port}${place}`, { redirect: 'manual', ...init }),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
  for (let wait = 0; wait < 400; wait++) {
    if (child.exitCode !== null) break
    const isUp = await app.get('/healthz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return app
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The built app did not start:\n${said}`)
}

function readLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch {
    return { text: line }
  }
}
