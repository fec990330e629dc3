/** A web page that was fetched from another site. */
export type FetchedPage = {
  status: number
  /** After redirects. */
  url: string
  /** As in the header, with its parameters; empty if there is none. */
  contentType: string
  /** What was read of it: at most one megabyte, or as much as came in time. */
  body: Buffer
}

/** The text of an HTML page; nothing for other files. */
export function htmlOf({ contentType, body }: FetchedPage) {
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return undefined
  const declared = `${contentType} ${body.subarray(0, 1024).toString('latin1')}`
  const charset = /charset\s*=\s*["']?([\w-]+)/i.exec(declared)?.[1] ?? 'utf-8'
  return decoderOf(charset).decode(body)
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
