import { UnreadableFile } from './unreadable-file.server'

/**
 * Passes chunks through unchanged.
 *
 * @throws UnreadableFile at the first byte that is not UTF-8
 */
export async function* assertUtf8(chunks: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableFile('The file is not UTF-8 text. Save it as "CSV UTF-8" and import it again.')
    }
  }
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && isUtf16(chunk)) {
      throw new UnreadableFile('The file is UTF-16 text. Save it as "CSV UTF-8" and import it again.')
    }
    isFirst = false
    decode(chunk)
    yield chunk
  }
  decode()
}

// Detected by the byte order mark or, without one, by a zero byte in the first characters.
function isUtf16(start: Buffer) {
  const mark = start.length >= 2 ? start.readUInt16BE() : 0
  return mark === 0xfffe || mark === 0xfeff || (start.length >= 4 && (start[0] === 0) !== (start[1] === 0))
}
