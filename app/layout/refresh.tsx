import { useMatches } from '@remix-run/react'

/** The `handle` export of a page that waits for something: whether, given its loader's data, it still does. */
export type WaitingHandle<Data> = { isWaiting: (data: Data) => boolean }

/** Loads a page that waits again and again where no script can ask. */
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
