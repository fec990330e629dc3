import net from 'node:net'

type Mode = 'pass' | 'refuse' | 'hang' | 'slow'

/** A TCP proxy between the app and its database that a test can cut, block or slow down. */
export type FaultyProxy = {
  port: number
  /** `refuse`: closes connections, as a server that is down. `hang`: accepts data but forwards none. `slow`: 2 s late. */
  become(mode: Mode): void
  /** Resets every connection, as a failing network would. */
  reset(): void
  /** Closes every connection in one direction. */
  halfClose(): void
  close(): Promise<void>
}

export async function startFaultyProxy(target: () => number): Promise<FaultyProxy> {
  let mode: Mode = 'pass'
  const pairs = new Set<[net.Socket, net.Socket]>()
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {})
    if (mode === 'refuse') {
      near.destroy()
      return
    }
    const far = net.connect({ port: target(), host: '127.0.0.1', allowHalfOpen: true })
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    forward(near, far, () => mode)
    forward(far, near, () => mode)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    far.on('error', end).on('close', end)
    near.on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    become(next) {
      mode = next
      if (next === 'refuse') for (const [near] of pairs) near.destroy()
    },
    reset() {
      for (const [near] of pairs) near.resetAndDestroy()
    },
    halfClose() {
      for (const [near] of pairs) near.end()
    },
    async close() {
      for (const [near] of pairs) near.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(from: net.Socket, to: net.Socket, mode: () => Mode) {
  from.on('data', (chunk) => {
    if (mode() === 'hang') return
    if (mode() === 'slow') setTimeout(() => to.write(chunk), 1_000)
    else to.write(chunk)
  })
  from.on('end', () => to.end())
}
