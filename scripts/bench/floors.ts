import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '../database/embedded-server'
import { startChild } from '../serve/child-process'
import { findProgram } from '../system-program'
import { QUIET } from './quiet'

/** A server to compare with, while it runs. */
export type Running = { url: URL; stop(): Promise<void> }

/** A server that answers as one of our pages does: how to start it, and what to ask it for. */
export type Floor = {
  start(page: URL, encoding: string): Promise<Running>
  /** What it compresses by itself, instead of sending the bytes that our page has. */
  encoding?: string
}

/** node:http that sends the same bytes each time. */
export const BARE: Floor = {
  start: async (page, encoding) => startNode('bare-server.js', await readBody(page, encoding)),
}

/** node:http that asks the database for `/deals` each time and fills template strings. */
export const templates = (databaseUrl: string): Floor => ({
  start: async (page) =>
    startNode('template-server.ts', await readBody(new URL('/deals', page), 'identity'), { DATABASE_URL: databaseUrl }),
})

/**
 * nginx on all cores that keeps pages of another server and compresses them for each reader, as sites commonly have it.
 * Undefined where there is none to be had.
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
      await untilItAnswers(url)
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
    env: { ...QUIET, NODE_ENV: 'production', ...env },
  })
  const url = new URL(`http://127.0.0.1:${port}/`)
  await untilItAnswers(url)
  return {
    url,
    async stop() {
      await child.stop()
      fs.rmSync(dir, { recursive: true })
    },
  }
}

/** The body of an answer as it is sent, compressed where that was asked for. */
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

async function untilItAnswers(url: URL) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await readBody(url, 'identity').catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The server to compare with did not start.')
}
