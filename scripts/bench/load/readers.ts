import net from 'node:net'

const READERS = 2

/**
 * Two readers request one URL of this machine over keep-alive connections, one request at a time each, while the server
 * does other work. A pause of the server delays at most two requests, not all that an even rate would have sent.
 *
 * @returns the 99th percentile of the response time in milliseconds
 * @throws for responses other than 200 and 304
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
    // The last chunk itself may arrive in pieces.
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
      // A response without Content-Length is chunked and ends with an empty chunk.
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

/** The number of bytes still missing; undefined until the head is complete, NaN for another status than 200 and 304. */
function findMissing(answer: Buffer) {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = answer.subarray(0, end).toString('latin1')
  if (head.startsWith('HTTP/1.1 304')) return end + 4 - answer.length
  if (!head.startsWith('HTTP/1.1 200')) return Number.NaN
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length) - answer.length
}
