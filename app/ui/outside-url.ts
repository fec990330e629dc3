/**
 * The address when it is safe to put into a link or a picture. Rows are checked when they are written; this is the
 * second look, because one `javascript:` address that slipped in would run in every reader's browser.
 */
export function outsideUrl(address: string | null | undefined): string | undefined {
  const url = address ? URL.parse(address) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
