import { createHash } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { matchesEtag } from '~/http/etag'
import { PRIVATE } from './headers.server'

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

export type Encoding = 'br' | 'gzip' | 'identity'
type EncodedBody = { bytes: Buffer; etag: string; unpackedLength?: number }
export type EncodedBodies = { identity: EncodedBody } & Partial<Record<Encoding, EncodedBody>>

/**
 * The document in three encodings, each with its own strong ETag. Compresses off the main thread. The document itself, three
 * quarters of all bytes, is not kept: the few clients that take nothing else get it unpacked.
 */
export async function encodeBodies(identity: Buffer): Promise<EncodedBodies> {
  const hash = hashOf(identity)
  const [br, gzip] = await Promise.all([compress('br', identity, hash), compress('gzip', identity, hash)])
  return { identity: { bytes: gzip.bytes, etag: `"${hash}"`, unpackedLength: identity.length }, gzip, br }
}

const { BROTLI_PARAM_QUALITY: QUALITY, BROTLI_PARAM_LGWIN: WINDOW } = zlib.constants
/** A window of 256 kB fits any page; the default window takes megabytes of memory for each compression. */
const BROTLI = { params: { [QUALITY]: 5, [WINDOW]: 18 } }

async function compress(encoding: 'br' | 'gzip', identity: Buffer, hash: string): Promise<EncodedBody> {
  const packed = await (encoding === 'br' ? brotli(identity, BROTLI) : gzip(identity))
  return { bytes: copyBytes(packed), etag: `"${hash}-${encoding[0]}"` }
}

/** Copies out of zlib's larger buffer, which would otherwise stay in memory as a whole. */
function copyBytes(bytes: Buffer) {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

function hashOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

const ENCODING_PATTERNS = (['br', 'gzip'] as const).map((encoding) => ({
  encoding,
  accepted: new RegExp(`(?:^|[,\\s])${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i'),
}))

/** The smallest of our encodings that the Accept-Encoding header allows. */
export function chooseEncoding(accepted = ''): Encoding {
  return ENCODING_PATTERNS.find((candidate) => candidate.accepted.test(accepted))?.encoding ?? 'identity'
}

type StoredBody = EncodedBody & { okHeaders: string[]; notModifiedHeaders: string[] }

/** A response that is sent many times. Headers are flat arrays of name and value, prepared once. */
export type EncodedResponse = { headers: string[]; bodies: Record<Encoding, StoredBody> }

/** @param headers all headers except length, encoding and ETag, as a flat array */
export function encodeResponse(headers: string[], bodies: EncodedBodies): EncodedResponse {
  const store = (encoding: Encoding) => {
    const body = bodies[encoding] ?? bodies.identity
    const notModifiedHeaders = ['ETag', body.etag]
    const okHeaders = [...notModifiedHeaders, 'Content-Length', String(body.unpackedLength ?? body.bytes.length)]
    if (encoding !== 'identity' && bodies[encoding]) okHeaders.push('Content-Encoding', encoding)
    return { ...body, okHeaders, notModifiedHeaders }
  }
  return { headers, bodies: { br: store('br'), gzip: store('gzip'), identity: store('identity') } }
}

/** The bytes of a body as they are sent. */
export function readBody({ bytes, unpackedLength }: EncodedBody) {
  return unpackedLength === undefined ? bytes : zlib.gunzipSync(bytes)
}

/** Bytes of memory taken by its bodies. */
export function bytesOf({ bodies }: EncodedResponse) {
  const different = new Set(Object.values(bodies).map(({ bytes }) => bytes))
  return [...different].reduce((sum, bytes) => sum + bytes.length, 0)
}

/**
 * Sends a stored response in the best encoding, or 304 when the client has it already. It is private when the response sets
 * a cookie.
 *
 * @param own headers of this response only, as a flat array
 */
export function sendEncoded(
  { method, headers: requested }: IncomingMessage,
  response: ServerResponse,
  stored: EncodedResponse,
  own: string[],
) {
  const body = stored.bodies[chooseEncoding(requested['accept-encoding']?.toString())]
  const { etag, okHeaders, notModifiedHeaders } = body
  const shared = response.hasHeader('Set-Cookie') ? toPrivate(stored.headers) : stored.headers
  const ifNoneMatch = requested['if-none-match']
  if (ifNoneMatch && matchesEtag(ifNoneMatch, etag)) {
    writeHead.call(response, 304, [...shared, ...notModifiedHeaders, ...own]).end()
    return
  }
  writeHead.call(response, 200, [...shared, ...okHeaders, ...own]).end(method === 'HEAD' ? undefined : readBody(body))
}

function toPrivate(headers: string[]) {
  return headers.map((value, index) => (headers[index - 1] === 'cache-control' ? PRIVATE : value))
}

// The response's own writeHead adds the edge's headers one by one; they are all here already.
const { writeHead } = ServerResponse.prototype
