import { useEffect } from 'react'
import enhanceUrl from '~/enhance/main.ts?worker&url'
import { SPECULATION } from './inline-scripts'
import { useNonce } from './nonce'

/** The only script of a visitor's page. */
export function VisitorScripts() {
  const nonce = useNonce()
  return (
    <>
      <script type="module" src={enhanceUrl} nonce={nonce} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: SPECULATION }} />
    </>
  )
}

/** Loads the same script for members after hydration; earlier it would change markup that React has yet to hydrate. */
export function useEnhancements(hydrated: boolean) {
  useEffect(() => {
    if (hydrated && !import.meta.env.SSR) import('~/enhance/main').then(markAsHydrated)
  }, [hydrated])
}

/** Signals that all listeners are attached; the end-to-end tests wait for it. */
function markAsHydrated() {
  document.documentElement.dataset.hydrated = ''
}
