/** Whether an If-None-Match header lists an ETag. Weak and strong tags match each other (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string) {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((listed) => withoutWeakness(listed) === withoutWeakness(etag))
  )
}
