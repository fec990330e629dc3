import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'

/** The name of the buttons that fill in a suggested code. */
export const USE_COUPON = 'use_coupon'

const SUGGESTIONS = 3

/** The codes that a text names in bold, such as "with code **AUTUMN40**". */
export function codesIn(text: string): string[] {
  const found = text.matchAll(/\b(?:code|coupon)s?:?\s+\*\*([\p{L}\p{N}][\p{L}\p{N}_%+.-]*)\*\*/giu)
  const codes = [...found].map(([, code = '']) => code).filter((code) => code.length <= DEAL_FIELDS.coupon_code.max)
  return [...new Set(codes)].slice(0, SUGGESTIONS)
}
