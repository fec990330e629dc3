import { useEffect } from 'react'
import enhanceUrl from '~/enhance/main.ts?worker&url'
import { SPECULATION } from './inline-scripts'
import { useNonce } from './nonce'

/** The one script of a visitor's page. */
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

/** Members get the same behaviours once React owns the document: before that, the script would change markup under it. */
export function useEnhancements(hydrated: boolean) {
  useEffect(() => {
    if (hydrated && !import.meta.env.SSR) import('~/enhance/main').then(markAsHydrated)
  }, [hydrated])
}

/** All scripts of the page listen now. The end-to-end tests wait for this before they type or click. */
function markAsHydrated() {
  document.documentElement.dataset.hydrated = ''
}
