import { createContext, useContext } from 'react'

/** The nonce of this answer's content security policy; undefined where the policy lists hashes instead. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce() {
  return useContext(NonceContext)
}
