/**
 * The URL if it is safe in a link or image: http or https, without a user name or password, which would make
 * "https://bank.example@evil.example" look like another host. Rows are validated when written; this second check stops
 * what slipped in, and is the only one for links in texts.
 */
export function outsideUrl(address: string | null | undefined): string | undefined {
  const url = address ? URL.parse(address) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined
  return url.href
}
