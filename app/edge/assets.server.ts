import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { RequestContext } from '~/request-context.server'
import { type EncodedBodies, type EncodedResponse, encodeResponse, sendEncoded } from './encoded-response.server'
import { completeHeaders } from './headers.server'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

/**
 * Serves the build's assets from memory, compressed at build time; remix-serve would compress them on every request.
 * Their names contain a hash of their content, so browsers cache them forever.
 *
 * @param build the folder of the build
 * @returns a function that responds and returns true when the request is for an asset
 */
export function makeStaticFront(build: string) {
  const assets = readAssets(build)
  return (request: IncomingMessage, response: ServerResponse, { id }: RequestContext): boolean => {
    const asset = request.method === 'POST' ? undefined : assets.get(request.url ?? '')
    if (!asset) return false
    sendEncoded(request, response, asset, ['X-Request-Id', id])
    return true
  }
}

function readAssets(build: string) {
  const folder = path.join(build, 'client/assets')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  return new Map(
    names.flatMap((name): [string, EncodedResponse][] => {
      const type = TYPES[path.extname(name)]
      if (!type) return []
      const headers = {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
      }
      return [[`/assets/${name}`, encodeResponse(completeHeaders(headers), readBodies(build, name))]]
    }),
  )
}

function readBodies(build: string, name: string): EncodedBodies {
  const read = (file: string) => {
    const bytes = fs.readFileSync(file)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }
  const identity = read(path.join(build, 'client/assets', name))
  const packed = path.join(build, 'compressed', name)
  // Fonts and pictures are compressed already.
  return fs.existsSync(`${packed}.br`)
    ? { identity, br: read(`${packed}.br`), gzip: read(`${packed}.gz`) }
    : { identity }
}
