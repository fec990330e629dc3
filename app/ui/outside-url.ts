/**
 * The URL if it is safe in a link or image: http or https. Rows are validated when written; this second check stops a
 * `javascript:` URL that slipped in.
 */
export function outsideUrl(address: string | null | undefined): string | undefined {
  const url = address ? URL.parse(address) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
