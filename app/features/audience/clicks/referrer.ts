const MAX_LENGTH = 300

/**
 * The origin and path of the other site's page that led a visitor here, up to 300 characters. Null for our own pages
 * and for invalid values, because the parameter can be forged.
 */
export function outsideReferrer(given: string | null, ownOrigin: string) {
  const url = given ? URL.parse(given) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (url.host === new URL(ownOrigin).host) return null
  const path = url.pathname.split('/').some(isPersonal) ? '/' : url.pathname
  return (url.origin + path).slice(0, MAX_LENGTH)
}

/** Long codes and email addresses in a path may be secret or personal. */
function isPersonal(part: string) {
  if (/@|%40|[\da-f]{24}/.test(part)) return true
  return [/[\w-]{20}/, /\d/, /[a-z]/, /[A-Z]/].every((pattern) => pattern.test(part))
}
