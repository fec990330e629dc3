import net from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: string; ms: number }

/**
 * Sends raw bytes and reads until a response is complete or the server closes the connection; for requests that no
 * well-behaved client sends. `write` may send more after the first bytes. An interim "100 Continue" is skipped.
 */
export function sendRaw(port: number, bytes: string | Buffer, write?: (socket: net.Socket) => void) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const start = performance.now()
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      write?.(socket)
    })
    let said = ''
    const finish = () => {
      socket.destroy()
      if (said === '') reject(new Error('The connection was closed without an answer'))
      else resolve({ ...parse(said), ms: performance.now() - start })
    }
    socket.on('data', (chunk) => {
      said = (said + chunk.toString('latin1')).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
      if (isWhole(said)) finish()
    })
    socket.on('close', finish)
    socket.on('error', finish)
  })
}

function isWhole(said: string) {
  const end = said.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = said.slice(0, end)
  if (/^HTTP\/1\.1 (204|304) /.test(head)) return true
  if (/^transfer-encoding: chunked/im.test(head)) return said.endsWith('\r\n0\r\n\r\n')
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length !== undefined && said.length >= end + 4 + Number(length)
}

function parse(said: string) {
  const [head = '', ...body] = said.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  return { status: Number(first.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}
