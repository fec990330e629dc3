import { getDomain } from 'tldts'

/** What identifies the vendor and the product of a deal, as stored in the columns of the same names. */
export type ProductKeys = { title_key: string; vendor_key: string; link_key: string | null }

export function productKeys(deal: { title: string; vendor_name: string; cta_url: string }): ProductKeys {
  return { title_key: titleKey(deal.title), vendor_key: vendorKey(deal.vendor_name), link_key: linkKey(deal.cta_url) }
}

/** A title in lower case without accents and punctuation; empty when nothing is left, which equals no other title. */
export function titleKey(title: string): string {
  return fold(title)
}

const COMPANY_ENDING = / (?:inc|ltd|llc|gmbh|s l|team)$/

/** A vendor name in lower case without accents, punctuation and company endings. */
export function vendorKey(name: string): string {
  const folded = fold(name)
  return folded.replace(COMPANY_ENDING, '') || folded
}

/** The registrable domain of a link, such as "vendor.co.uk"; null where it says nothing about the product. */
export function linkKey(url: string): string | null {
  return getDomain(url, { allowPrivateDomains: true })
}

function fold(text: string) {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
