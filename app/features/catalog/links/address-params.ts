/**
 * Adds parameters, such as "ref=me" or "?ref=me", to a web address. They go before its fragment; everything else stays
 * as it is written, because "?lifetime" and "?lifetime=" can be two things to the site.
 */
export function addParams(address: string, text: string): string {
  const params = text.replace(/^[?&]/, '')
  if (params === '') return address
  const end = address.indexOf('#')
  const [page, fragment] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)]
  const joint = page.includes('?') ? (/[?&]$/.test(page) ? '' : '&') : '?'
  return `${page}${joint}${params}${fragment}`
}

/** Removes parameters from a web address by their names; everything else stays as it is written. */
export function withoutParams(address: string, isUnwanted: (name: string) => boolean): string {
  const [, page = address, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return address
  const pairs = query.split('&')
  const kept = pairs.filter((pair) => ![...new URLSearchParams(pair).keys()].some(isUnwanted))
  if (kept.length === pairs.length) return address
  return `${page}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`
}
