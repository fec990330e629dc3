import { useEffect } from 'react'
import enhanceUrl from '~/enhance/main.ts?worker&url'
import { useNonce } from './nonce'

/** Links a visitor may follow next are fetched as the pointer rests on them; never what counts clicks or knows the person. */
const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/go/*', '/auth*', '/account*', '/admin*', '/healthz', '/readyz'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** The one script of a visitor's page. */
export function VisitorScripts() {
  const nonce = useNonce()
  return (
    <>
      <script type="module" src={enhanceUrl} nonce={nonce} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
      <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: SPECULATION }} />
    </>
  )
}

/** Members get the same behaviours once React owns the document: before that, the script would change markup under it. */
export function useEnhancements(hydrated: boolean) {
  useEffect(() => {
    if (hydrated && !import.meta.env.SSR) import('~/enhance/main')
  }, [hydrated])
}
