import { withoutParams } from '~/features/catalog/links/address-params'

const TRACKING =
  /^(?:utm_.+|ref|refid|referrer|referral|via|aff|affid|aff_id|affiliate|affiliate_id|partner|irclickid|clickid|click_id|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|igshid|yclid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|spm|sub_?id\d?|sid|subtag|sharedid|afftrack|trk)$/i

/**
 * A web address without what only says where a visitor came from: tracking parameters and the fragment, unless the
 * fragment is the path of a page. The rest stays as it is, because a store may name its entry by a parameter.
 */
export function withoutTracking(link: string): string {
  const [page = link, fragment = ''] = new URL(link).href.split(/(?=#)/)
  return withoutParams(page, (name) => TRACKING.test(name)) + (/^#!?\//.test(fragment) ? fragment : '')
}

/** Whether two web addresses lead to the same page, whatever their scheme, "www.", tracking and last slash. */
export function isSamePage(one: string, other: string): boolean {
  return pageOf(one) === pageOf(other)
}

function pageOf(link: string) {
  if (!URL.canParse(link)) return link
  const url = new URL(withoutTracking(link))
  url.searchParams.sort()
  return `${url.host.replace(/^www\d?\./, '')}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}${url.hash}`
}
