import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../../database/embedded-server'
import { startChild } from '../../serve/child-process'
import { findProgram } from '../../system-program'
import { SERVER_ENV } from '../../testing/built-site'

/** A running server to compare with. */
type Running = { url: URL; stop(): Promise<void> }

/** A server to compare one of our pages with. */
export type Floor = {
  start(page: URL, encoding: string): Promise<Running>
  /** The encoding that the server compresses with itself, instead of sending our compressed bytes. */
  encoding?: string
}

/** node:http that sends the same bytes each time. */
export const BARE: Floor = {
  start: async (page, encoding) => startNode('bare-server.js', await readBody(page, encoding)),
}

/** node:http that queries the database for `/deals` on each request and fills template strings. */
export const templates = (databaseUrl: string): Floor => ({
  start: async (page) =>
    startNode('template-server.ts', await readBody(new URL('/deals', page), 'identity'), { DATABASE_URL: databaseUrl }),
})

/**
 * nginx on all cores with a page cache in front of another server, compressing each response, as is common. Undefined
 * where it cannot be installed.
 */
export function nginxPageCache(): Floor | undefined {
  const program = findProgram({ names: ['nginx'], packages: ['nginx-light'] })
  if (!program) return undefined
  return {
    encoding: 'gzip',
    async start(page) {
      const upstream = await BARE.start(page, 'identity')
      const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-bench-nginx-'))
      const port = await findFreePort()
      const settings = path.join(dir, 'nginx.conf')
      fs.writeFileSync(settings, nginxSettings(dir, port, upstream.url))
      const nginx = spawn(program, ['-e', 'stderr', '-p', dir, '-c', settings], { stdio: 'ignore' })
      const ended = once(nginx, 'exit')
      const end = () => void nginx.kill('SIGTERM')
      process.once('exit', end)
      const url = new URL(`http://127.0.0.1:${port}/`)
      await waitUntilReady(url)
      return {
        url,
        async stop() {
          process.off('exit', end)
          end()
          await ended
          await upstream.stop()
          fs.rmSync(dir, { recursive: true })
        },
      }
    },
  }
}

function nginxSettings(dir: string, port: number, upstream: URL) {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  )
  return `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes auto;
    pid ${dir}/pid;
    error_log /dev/null;
    events { worker_connections 256; }
    http {
      access_log off;
      ${folders.join('\n      ')}
      proxy_cache_path ${dir}/pages keys_zone=pages:1m;
      gzip on;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${upstream.origin};
          proxy_cache pages;
          proxy_cache_valid 200 10m;
        }
      }
    }`
}

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
