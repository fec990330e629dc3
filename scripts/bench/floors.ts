import fs from 'node:fs'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../serve/child-process'
import { SERVER_ENV } from '../testing/built-site'

/** A running server to compare with. */
type Running = { url: URL; stop(): Promise<void> }

/** A server to compare one of our pages with. */
export type Floor = { start(page: URL, encoding: string): Promise<Running> }

/** node:http that sends the same bytes each time. */
export const BARE: Floor = {
  start: async (page, encoding) => startNode('bare-server.js', await readBody(page, encoding)),
}

/** node:http that queries the database for `/deals` on each request and fills template strings. */
export const templates = (databaseUrl: string): Floor => ({
  start: async (page) =>
    startNode('template-server.ts', await readBody(new URL('/deals', page), 'identity'), { DATABASE_URL: databaseUrl }),
})

async function startNode(script: string, body: Buffer, env: Record<string, string> = {}): Promise<Running> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
  const file = path.join(dir, 'body')
  fs.writeFileSync(file, body)
  const port = await findFreePort()
  const server = [path.join(import.meta.dirname, script), String(port), file]
  const child = startChild(script.endsWith('.ts') ? ['--import', 'tsx', ...server] : server, {
    env: { ...SERVER_ENV, NODE_ENV: 'production', ...env },
  })
  const url = new URL(`http://127.0.0.1:${port}/`)
  await waitUntilReady(url)
  return {
    url,
    async stop() {
      await child.stop()
      fs.rmSync(dir, { recursive: true })
    },
  }
}

/** The body of a response as sent, compressed if `encoding` says so. */
export async function readBody(url: URL, encoding: string) {
  return new Promise<Buffer>((resolve, reject) => {
    request(url, { headers: { 'Accept-Encoding': encoding } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    })
      .once('error', reject)
      .end()
  })
}

async function waitUntilReady(url: URL) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await readBody(url, 'identity').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server to compare with did not start.')
}
