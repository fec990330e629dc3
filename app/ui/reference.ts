import { createContext, useContext } from 'react'

/** The request id in the server's log; only known on the server. */
export const ReferenceContext = createContext<string | undefined>(undefined)

/** The reference shown on error pages; in the browser it is read from the server-rendered page. */
export function useReference() {
  const own = useContext(ReferenceContext)
  if (own !== undefined || typeof document === 'undefined') return own
  return document.querySelector('[data-reference]')?.textContent ?? undefined
}
