/** The parameter of an address that names a deal to compare; it is repeated. */
export const COMPARE_PARAM = 'd'

/** The address of a comparison. */
export function comparePath(slugs: readonly string[], onlyDifferences = false) {
  const params = new URLSearchParams(slugs.map((slug) => [COMPARE_PARAM, slug]))
  if (onlyDifferences) params.set('diff', '1')
  return params.size > 0 ? `/compare?${params}` : '/compare'
}
