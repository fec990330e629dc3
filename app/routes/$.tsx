/** An address that no other route knows; the root's boundary answers inside the layout. */
export function loader() {
  throw new Response('Not found', { status: 404 })
}

export const action = loader

export default function NoSuchPage() {
  return null
}
