import { useMatches, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** The `handle` export of a page that polls: whether its loader's data is still incomplete. */
export type WaitingHandle<Data> = { isWaiting: (data: Data) => boolean }

const INTERVAL_MS = 2_000

/** Loads the data of a page again every two seconds while it waits. */
export function useRefresh(isWaiting: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return
    const timer = setTimeout(revalidate, INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, state, revalidate])
}

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
