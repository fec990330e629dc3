import { createContext, useContext } from 'react'

/** The nonce of the response's content security policy; undefined where the policy lists hashes. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce() {
  return useContext(NonceContext)
}
