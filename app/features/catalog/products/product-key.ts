import { linkKey } from './link-key.ts'
import { titleKey } from './title-key.ts'
import { vendorKey } from './vendor-key.ts'

export { linkKey, titleKey, vendorKey }

/** What identifies the vendor and the product of a deal, as stored in the columns of the same names. */
export type ProductKeys = { title_key: string; vendor_key: string; link_key: string | null }

export function productKeys(deal: { title: string; vendor_name: string; cta_url: string }): ProductKeys {
  return { title_key: titleKey(deal.title), vendor_key: vendorKey(deal.vendor_name), link_key: linkKey(deal.cta_url) }
}
