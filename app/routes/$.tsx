/** Any unknown address; the root's boundary renders the 404. */
export function loader() {
  throw new Response('Not found', { status: 404 })
}

export const action = loader

export default function NoSuchPage() {
  return null
}
