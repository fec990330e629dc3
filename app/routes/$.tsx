import type { MetaFunction } from '@remix-run/node'

/** An address that no other route knows; the root's boundary answers inside the layout. */
export function loader() {
  throw new Response('Not found', { status: 404 })
}

export const action = loader

export const meta: MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

export default function NoSuchPage() {
  return null
}
