// A mail server with TLS that keeps nothing but a count: `node --import tsx mail-sink.ts`. Prints its port, and on SIGTERM
// what it received.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const ids = new Map<string, number>()
let bytes = 0

const server = new SMTPServer({
  secure: true,
  authOptional: true,
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const source = Buffer.concat(chunks)
      bytes += source.length
      const found = /^Message-ID: (.*)$/im.exec(source.toString('latin1'))?.[1] ?? ''
      // A copy: the match is a part of the whole mail, and would keep it in memory.
      const id = Buffer.from(found).toString()
      ids.set(id, (ids.get(id) ?? 0) + 1)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.server.address() as AddressInfo).port}`))

process.on('SIGTERM', () => {
  const total = [...ids.values()].reduce((sum, count) => sum + count, 0)
  console.log(JSON.stringify({ total, different: ids.size, bytes }))
  process.exit()
})
