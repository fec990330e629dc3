import { useEffect } from 'react'
import passkeysUrl from '~/enhance/passkeys.ts?worker&url'
import { useNonce } from './nonce'

/** The script of forms with `data-passkey`, for the pages that have one. */
export function PasskeyScript({ isMember }: { isMember: boolean }) {
  const nonce = useNonce()
  useEffect(() => {
    if (!import.meta.env.SSR) import('~/enhance/passkeys')
  }, [])
  // Visitors' pages ship no React, so that the effect never runs there.
  return isMember ? null : <script type="module" src={passkeysUrl} nonce={nonce} />
}
