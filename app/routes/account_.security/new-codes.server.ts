import { data } from '@remix-run/node'
import type { SecurityResult } from './security-result'

/** The answer itself shows the codes: nothing else ever holds them. */
export function showCodes(intent: string, codes: string[]) {
  return data<SecurityResult>({ status: 'success', initialValue: { intent }, codes })
}
