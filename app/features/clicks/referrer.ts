const REFERRER_MAX = 300

/** Parts of a path that may let in whoever knows them, or name somebody: long numbers and codes, mail addresses. */
const PERSONAL = /@|%40|[\da-f]{24,}|(?=[^/]*\d)(?=[^/]*[a-z])(?=[^/]*[A-Z])[\w-]{20,}/

/**
 * The page of another site that led a visitor here: its origin and path, nothing of its query. Null for our own pages
 * and for what no browser would send, as anybody can write the address.
 */
export function outsideReferrer(given: string | null, ownOrigin: string) {
  const url = given ? URL.parse(given) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (url.host === new URL(ownOrigin).host) return null
  const path = PERSONAL.test(url.pathname) ? '/' : url.pathname
  return (url.origin + path).slice(0, REFERRER_MAX)
}
