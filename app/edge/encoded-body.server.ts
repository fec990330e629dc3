import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const gzip = promisify(zlib.gzip)
const brotli = promisify(zlib.brotliCompress)

export type Encoding = 'br' | 'gzip' | 'identity'
export type EncodedBodies = Record<Encoding, { bytes: Buffer; etag: string }>

/** The same document three ways, each with a strong ETag of its own. Compressed off the main thread, once. */
export async function encodeBodies(identity: Buffer): Promise<EncodedBodies> {
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

/** True when a browser says that it has this very body already. */
export function hasSameBody(ifNoneMatch: string | undefined, etag: string) {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  )
}
