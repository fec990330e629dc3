import net from 'node:net'

const READERS = 2

/**
 * Readers who ask a server on this machine for one address, one request at a time on each of a few kept-open
 * connections, beside whatever else it has to do. The time of each request counts once: a pause of the server delays as
 * many requests as there are readers, and not those that would have come meanwhile, which `measureLoad` adds.
 *
 * @returns the time that 99 of 100 requests stay below, in milliseconds
 * @throws when an answer is neither 200 nor 304
 */
export async function measureReaders(url: URL, seconds: number): Promise<{ p99: number }> {
  const request = [`GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Accept-Encoding: identity']
  const bytes = Buffer.from(`${[...request, 'User-Agent: bench'].join('\r\n')}\r\n\r\n`)
  const taken: number[] = []
  const until = performance.now() + seconds * 1_000
  await Promise.all(Array.from({ length: READERS }, () => askRepeatedly(url, bytes, until, taken)))
  taken.sort((a, b) => a - b)
  return { p99: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN }
}

function askRepeatedly({ hostname, port }: URL, request: Buffer, until: number, taken: number[]) {
  return new Promise<void>((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
    let asked = 0
    let parts: Buffer[] = []
    let missing: number | undefined
    // The end of a chunked answer may itself come in pieces.
    let tail: Buffer = Buffer.alloc(0)
    const ask = () => {
      asked = performance.now()
      parts = []
      tail = Buffer.alloc(0)
      missing = undefined
      socket.write(request)
    }
    socket
      .once('connect', ask)
      .once('error', reject)
      .once('close', () => resolve())
    socket.on('data', (chunk) => {
      if (missing === undefined) {
        parts.push(chunk)
        missing = findMissing(Buffer.concat(parts))
      } else if (Number.isFinite(missing)) missing -= chunk.length
      tail = Buffer.concat([tail, chunk.subarray(-LAST_CHUNK.length)]).subarray(-LAST_CHUNK.length)
      // Without a length the answer comes in chunks, and the last one is empty.
      const isComplete = missing === 0 || (missing === Number.POSITIVE_INFINITY && tail.equals(LAST_CHUNK))
      if (Number.isNaN(missing)) return socket.destroy(new Error(`${parts[0]!.subarray(0, 60)}`))
      if (!isComplete) return
      taken.push(performance.now() - asked)
      if (performance.now() < until) ask()
      else socket.end()
    })
  })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** How many bytes of the answer are still to come; undefined before its head is complete, NaN when it is no page. */
function findMissing(answer: Buffer) {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = answer.subarray(0, end).toString('latin1')
  if (head.startsWith('HTTP/1.1 304')) return end + 4 - answer.length
  if (!head.startsWith('HTTP/1.1 200')) return Number.NaN
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length) - answer.length
}
