import fs from 'node:fs'
import http, { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../testing/built-site'
import { waitUntil } from '../testing/wait-until'

/** Starts the upper bound for this machine: a process of node:http that sends the same bytes as `page` each time. */
export async function startBareServer(page: URL, encoding: string) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-'))
  const file = path.join(dir, 'body')
  fs.writeFileSync(file, await readBody(page, encoding))
  const port = await findFreePort()
  const child = startChild(['--import', 'tsx', import.meta.filename, String(port), file])
  const url = new URL(`http://127.0.0.1:${port}/`)
  await waitUntil(() => readBody(url, 'identity').then(Boolean, () => false))
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

if (import.meta.filename === process.argv[1]) {
  const [, , port, file] = process.argv
  const body = fs.readFileSync(file!)
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length }
  http
    .createServer((_request, response) => response.writeHead(200, headers).end(body))
    .listen(Number(port), '127.0.0.1')
}
