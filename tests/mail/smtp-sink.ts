import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Sink = { url: string; received: string[]; cut(): void; stop(): Promise<void> }

/** A real mail server on a free port. `behaviour` overrides its responses. */
export async function startSink(behaviour: SMTPServerOptions = {}): Promise<Sink> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let source = ''
      stream.on('data', (chunk) => {
        source += chunk
      })
      stream.on('end', () => {
        received.push(source)
        done()
      })
    },
    ...behaviour,
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text of a mail that arrived, with soft line breaks removed. */
export function textOf(mail: string) {
  return mail
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('\r\n', '\n')
}

/** A rejection by a mail server: 4xx is temporary, 5xx permanent. */
export function refusal(code: number, message: string) {
  return Object.assign(new Error(message), { responseCode: code })
}
