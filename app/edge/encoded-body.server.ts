import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { completeHeaders } from './headers.server'

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

/** An answer that is sent many times: its headers are put together once, and not for each request. */
export type Stored = Record<Encoding, { bytes: Buffer; etag: string; whole: string[]; unchanged: string[] }>

/** @param headers what the answer says beside its length, encoding and ETag, and beside what every answer says */
export function storeAnswer(headers: OutgoingHttpHeaders, bodies: EncodedBodies): Stored {
  const store = (encoding: Encoding) => {
    const { bytes, etag } = bodies[encoding] ?? bodies.identity
    const unchanged = { ...headers, ETag: etag }
    const isEncoded = encoding !== 'identity' && bodies[encoding]
    const whole = { ...unchanged, 'Content-Length': bytes.length, ...(isEncoded && { 'Content-Encoding': encoding }) }
    return { bytes, etag, whole: completeHeaders(whole), unchanged: completeHeaders(unchanged) }
  }
  return { br: store('br'), gzip: store('gzip'), identity: store('identity') }
}

/**
 * Sends what a browser takes of a stored answer, or tells it that it has it already.
 *
 * @param own name and value of the headers of this one answer, in turn
 */
export function sendStored(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  stored: Stored,
  own: string[],
) {
  const { bytes, etag, whole, unchanged } = stored[chooseEncoding(asked['accept-encoding']?.toString())]
  if (hasSameBody(asked['if-none-match'], etag)) {
    writeHead.call(response, 304, [...unchanged, ...own]).end()
    return
  }
  writeHead.call(response, 200, [...whole, ...own]).end(method === 'HEAD' ? undefined : bytes)
}

// That of the response itself would add one by one what is there already.
const { writeHead } = ServerResponse.prototype

function hasSameBody(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  )
}
