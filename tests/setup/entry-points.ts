import http from 'node:http'

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string; setCookies: string[] }
type Ask = {
  method?: string
  cookie?: string
  headers?: Record<string, string>
  form?: Record<string, string>
  /** A raw body instead of a form. */
  body?: string
  signal?: AbortSignal
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })

/** Sends a request with its path unchanged; `fetch` would normalize it. */
export function ask(
  port: number,
  path: string,
  { method, cookie, headers, form, body: raw, signal }: Ask = {},
): Promise<Answer> {
  const body = form ? String(new URLSearchParams(form)) : raw
  return new Promise((resolve, reject) => {
    const request = http.request({
      agent,
      signal,
      port,
      path,
      host: '127.0.0.1',
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        Host: `localhost:${port}`,
        Accept: 'text/html',
        ...(cookie && { Cookie: cookie }),
        ...(body !== undefined && {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
    })
    request.once('error', (error) => reject(Object.assign(error, { place: path, sent: body?.slice(0, 40), headers })))
    request.once('response', (response) => {
      let said = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        said += chunk
      })
      response.once('error', reject)
      response.once('end', () => {
        const setCookies = response.headers['set-cookie'] ?? []
        resolve({ status: response.statusCode!, headers: response.headers, body: said, setCookies })
      })
    })
    request.end(body)
  })
}

/** The URLs at which the built app answers for a route: its page, its data, and the data of that route alone. */
export function entryPointsOf(path: string, routeId: string, isIndex = false): Record<'read' | 'write', string[]> {
  const [place = '', query] = path.split('?')
  const file = place === '/' ? '/_root.data' : `${place}.data`
  const url = (at: string, ...params: string[]) => {
    const all = [query, ...params].filter(Boolean).join('&')
    return all ? `${at}?${all}` : at
  }
  const [routes, data] = [`_routes=${encodeURIComponent(routeId)}`, `_data=${encodeURIComponent(routeId)}`]
  const read = [url(place), url(file), url(file, routes), url(place, data)]
  // At a URL shared by a layout and its index route, forms go to the layout unless `index` is set.
  const write = isIndex
    ? [url(place, 'index'), url(file, 'index'), url(file, 'index', routes), url(place, 'index', data)]
    : read
  return { read, write }
}

/** The target of a redirect, in any of the three ways in which Remix sends it. */
export function redirectTarget({ status, headers, body }: Answer): string | undefined {
  if (headers.location) return headers.location
  const header = headers['x-remix-redirect']
  if (header) return String(header)
  if (status !== 202) return undefined
  const values: unknown[] = JSON.parse(body.split('\n', 1)[0]!)
  return String(values[values.indexOf('redirect') + 1])
}
