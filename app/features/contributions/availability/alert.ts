import type { PageOffer } from '~/features/catalog/vendor-pages/page-offer.server'

/** Doubts about a published deal that wait for staff, as in the column `deal_alerts.kind`. */
export type AlertKind = 'ENDED_REPORTS' | 'REOPENED_REPORTS' | 'BROKEN_LINK' | 'PAGE_DIFFERENCE'

/** `deal_alerts.details` of a broken link: the days (UTC, YYYY-MM-DD) of its failures and why the last one failed. */
export type BrokenLinkDetails = { url: string; failedOn: string[]; reason: string }

/** `deal_alerts.details` of a difference that two visits found; the times are ISO 8601. */
export type PageDifferenceDetails = {
  url: string
  found: PageOffer
  /** The deal's own price and currency at the second visit. */
  recorded: { price: string | null; currency: string }
  foundSince: string
  foundAgain: string
}
