const TRACKING =
  /^(?:utm_.+|ref|refid|referrer|referral|via|aff|affid|aff_id|affiliate|affiliate_id|partner|irclickid|clickid|click_id|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|igshid|yclid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|spm|sub_?id\d?|sid|subtag|sharedid|afftrack|trk)$/i

/**
 * A web address without what only says where a visitor came from: tracking parameters and the fragment. The rest stays
 * as it is, because a store may name its entry by a parameter.
 */
export function withoutTracking(link: string): string {
  const url = new URL(link)
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url.href
}

/** Whether two web addresses lead to the same page, whatever their scheme, "www.", tracking and last slash. */
export function isSamePage(one: string, other: string): boolean {
  return pageOf(one) === pageOf(other)
}

function pageOf(link: string) {
  if (!URL.canParse(link)) return link
  const url = new URL(withoutTracking(link))
  url.searchParams.sort()
  return `${url.host.replace(/^www\d?\./, '')}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`
}
