import { Writable } from 'node:stream'
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { findRequestContext } from './edge/context.server'
import { answerFault, noteFault } from './edge/fault.server'
import { installEdge } from './edge/install.server'
import { NonceContext } from './layout/nonce'
import { ReferenceContext } from './ui/reference'

// Importing this module is what remix-serve does before it creates its server. Vite's server gets the edge as a plugin.
if (import.meta.env.PROD) installEdge()

/** How long a loader's deferred data may keep a single-fetch answer open. */
export const streamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const fault = answerFault()
  if (fault) return fault
  const { id, nonce } = findRequestContext() ?? {}
  const html = await renderDocument(
    <NonceContext.Provider value={nonce}>
      <ReferenceContext.Provider value={id}>
        <RemixServer context={context} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
      </ReferenceContext.Provider>
    </NonceContext.Provider>,
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(new Uint8Array(html), { status, headers })
}

/** Everything is there when rendering starts, so the page is collected whole: a failure can still become an error page. */
function renderDocument(page: React.ReactElement) {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
    })
    collector.on('finish', () => resolve(Buffer.concat(chunks)))
    collector.on('error', reject)

    const timer = setTimeout(() => stream.abort(new Error('Rendering took too long')), streamTimeout + 1_000)
    const stream = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(timer)
        stream.pipe(collector)
      },
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
    })
  })
}

/** Thrown responses are answers, and a reader who left is no fault of ours; everything else is a bug. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (!request.signal.aborted) noteFault(error)
}
