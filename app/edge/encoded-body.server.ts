import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

export type Encoding = 'br' | 'gzip' | 'identity'
type Body = { bytes: Buffer; etag: string }
export type EncodedBodies = { identity: Body } & Partial<Record<Encoding, Body>>

/** The same document three ways, each with a strong ETag of its own. Compressed off the main thread, once. */
export async function encodeBodies(identity: Buffer): Promise<Required<EncodedBodies>> {
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return {
    identity: { bytes: identity, etag: `"${hash}"` },
    gzip: { bytes: gz, etag: `"${hash}-g"` },
    br: { bytes: br, etag: `"${hash}-b"` },
  }
}

const ACCEPTS = (['br', 'gzip'] as const).map((encoding) => ({
  encoding,
  accepted: new RegExp(`(?:^|[,\\s])${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i'),
}))

/** The smallest of our encodings that a browser takes. */
export function chooseEncoding(accepted = ''): Encoding {
  return ACCEPTS.find((candidate) => candidate.accepted.test(accepted))?.encoding ?? 'identity'
}

type Stored = { headers: OutgoingHttpHeaders; bodies: EncodedBodies }

/** Sends what a browser takes of a stored answer, or tells it that it has it already. */
export function sendEncoded({ method, headers: asked }: IncomingMessage, response: ServerResponse, stored: Stored) {
  const accepted = chooseEncoding(asked['accept-encoding']?.toString())
  const encoding = stored.bodies[accepted] ? accepted : 'identity'
  const { bytes, etag } = stored.bodies[encoding] as Body
  const headers: OutgoingHttpHeaders = { ...stored.headers, ETag: etag }
  if (hasSameBody(asked['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['Content-Length'] = bytes.length
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  response.writeHead(200, headers).end(method === 'HEAD' ? undefined : bytes)
}

function hasSameBody(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  )
}
