import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SERVER_ENV } from '#scripts/testing/built-site'
import { makeDataDir, type OwnSite, startOwnSite } from '#scripts/testing/own-site'

export type TwoMachines = {
  machines: [OwnSite, OwnSite]
  /** The address of a proxy that sends every other request to the other machine. */
  url: string
  stop(): Promise<void>
}

type Settings = {
  databaseUrl: string
  env?: Record<string, string>
}

/**
 * Two instances of the site at once, as on two machines: each with its own data folder, two web processes and a job worker,
 * on one PostgreSQL, behind a proxy that takes turns. Both start at the same moment.
 */
export async function startTwoMachines({ databaseUrl, env }: Settings): Promise<TwoMachines> {
  const dirs = [makeDataDir(), makeDataDir()]
  const settings = {
    ...SERVER_ENV,
    WEB_CONCURRENCY: '2',
    TRUST_PROXY: '1',
    RATE_LIMIT: '1',
    DATABASE_URL: databaseUrl,
    ...env,
  }
  const starts = await Promise.allSettled(dirs.map((dir) => startOwnSite({ dir, env: { ...settings, DATA_DIR: dir } })))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const end = async () => {
    await Promise.all(started.map((site) => site.stop()))
    for (const dir of dirs) fs.rmSync(dir, { recursive: true, force: true })
  }
  const [first, second] = started
  if (!first || !second) {
    await end()
    throw new Error(String(starts.find((start) => start.status === 'rejected')?.reason))
  }
  const proxy = await startProxy([first.port, second.port])
  return {
    machines: [first, second],
    url: proxy.url,
    async stop() {
      proxy.stop()
      await end()
    },
  }
}

/** Forwards requests to the ports in turn. It names the client as `203.0.113.9`, whatever address that has. */
async function startProxy(ports: number[]) {
  let turn = 0
  const server = http.createServer((request, response) => {
    const port = ports[turn++ % ports.length]
    const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.9' }
    const forwarded = http.request(
      { port, host: '127.0.0.1', path: request.url, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.headersSent || response.writeHead(502).end())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
