const REFERRER_MAX = 500

/** Parts of a path that may let in whoever knows them, or name somebody: long numbers and codes, mail addresses. */
const PERSONAL = /@|%40|[\da-f]{24,}|(?=[^/]*\d)(?=[^/]*[a-z])(?=[^/]*[A-Z])[\w-]{20,}/

/**
 * The page of another site on which a link was followed: its origin and path, nothing of its query. Null for our own
 * pages, from where nearly every click comes.
 */
export function outsideReferrer(header: string | null, ownOrigin: string) {
  const url = header ? URL.parse(header) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.host === new URL(ownOrigin).host) return null
  const path = PERSONAL.test(url.pathname) ? '/' : url.pathname
  return (url.origin + path).slice(0, REFERRER_MAX)
}
