import { useMatches } from '@remix-run/react'

/** The `handle` export of a page that polls: whether its loader's data is still incomplete. */
export type WaitingHandle<Data> = { isWaiting: (data: Data) => boolean }

/** Reloads a waiting page every two seconds without scripts. */
export function RefreshWithoutScripts() {
  const waits = useMatches().some(({ handle, data }) => {
    const { isWaiting } = (handle ?? {}) as Partial<WaitingHandle<unknown>>
    return data ? isWaiting?.(data) : false
  })
  if (!waits) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content="2" />
    </noscript>
  )
}
