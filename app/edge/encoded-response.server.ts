import { createHash } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import fresh from 'fresh'
import { completeHeaders } from './headers.server'

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

export type Encoding = 'br' | 'gzip' | 'identity'
type Body = { bytes: Buffer; etag: string }
export type EncodedBodies = { identity: Body } & Partial<Record<Encoding, Body>>

/** The same document three ways, each with a strong ETag of its own. Compressed off the main thread, once. */
export async function encodeBodies(identity: Buffer): Promise<Required<EncodedBodies>> {
  const hash = hashOf(identity)
  const [br, gzip] = await Promise.all([compress('br', identity, hash), compress('gzip', identity, hash)])
  return { identity: { bytes: identity, etag: `"${hash}"` }, gzip, br }
}

/** For an answer that only those get who ask for it right now: compressed the way that the first of them takes. */
export async function encodeOnce(identity: Buffer, encoding: Encoding): Promise<EncodedBodies> {
  const hash = hashOf(identity)
  const whole = { identity: { bytes: identity, etag: `"${hash}"` } }
  return encoding === 'identity' ? whole : { ...whole, [encoding]: await compress(encoding, identity, hash) }
}

const { BROTLI_PARAM_QUALITY: QUALITY, BROTLI_PARAM_LGWIN: WINDOW } = zlib.constants
/** A window of 256 kB holds any page; the default one takes megabytes for each that is compressed. */
const BROTLI = { params: { [QUALITY]: 5, [WINDOW]: 18 } }

async function compress(encoding: 'br' | 'gzip', identity: Buffer, hash: string): Promise<Body> {
  const packed = await (encoding === 'br' ? brotli(identity, BROTLI) : gzip(identity))
  return { bytes: copyBytes(packed), etag: `"${hash}-${encoding[0]}"` }
}

/** zlib gives a piece of a larger block, all of which would stay in memory with it. */
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

/** The smallest of our encodings that a browser takes. */
export function chooseEncoding(accepted = ''): Encoding {
  return ENCODING_PATTERNS.find((candidate) => candidate.accepted.test(accepted))?.encoding ?? 'identity'
}

type StoredBody = { bytes: Buffer; etag: string; whole: string[]; unchanged: string[] }

/** An answer that is sent many times: its headers, name and value in turn, are put together once. */
export type EncodedResponse = { headers: string[]; bodies: Record<Encoding, StoredBody> }

/** @param headers what the answer says beside its length, encoding and ETag, and beside what every answer says */
export function encodeResponse(headers: OutgoingHttpHeaders, bodies: EncodedBodies): EncodedResponse {
  return encodeBodiesWithHeaders(completeHeaders(headers), bodies)
}

/** @param headers all of them but the length, the encoding and the ETag */
export function encodeBodiesWithHeaders(headers: string[], bodies: EncodedBodies): EncodedResponse {
  const store = (encoding: Encoding) => {
    const { bytes, etag } = bodies[encoding] ?? bodies.identity
    const unchanged = ['ETag', etag]
    const whole = [...unchanged, 'Content-Length', String(bytes.length)]
    if (encoding !== 'identity' && bodies[encoding]) whole.push('Content-Encoding', encoding)
    return { bytes, etag, whole, unchanged }
  }
  return { headers, bodies: { br: store('br'), gzip: store('gzip'), identity: store('identity') } }
}

/** What its bodies take of memory. */
export function bytesOf({ bodies }: EncodedResponse) {
  const different = new Set(Object.values(bodies).map(({ bytes }) => bytes))
  return [...different].reduce((sum, bytes) => sum + bytes.length, 0)
}

/**
 * Sends what a browser takes of a stored answer, or tells it that it has it already.
 *
 * @param own name and value of the headers of this one answer, in turn
 */
export function sendEncoded(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  stored: EncodedResponse,
  own: string[],
) {
  const { bytes, etag, whole, unchanged } = stored.bodies[chooseEncoding(asked['accept-encoding']?.toString())]
  const ifNoneMatch = asked['if-none-match']
  if (ifNoneMatch && fresh({ 'if-none-match': ifNoneMatch }, { etag })) {
    writeHead.call(response, 304, [...stored.headers, ...unchanged, ...own]).end()
    return
  }
  writeHead.call(response, 200, [...stored.headers, ...whole, ...own]).end(method === 'HEAD' ? undefined : bytes)
}

// That of the response itself would add one by one what is there already.
const { writeHead } = ServerResponse.prototype
