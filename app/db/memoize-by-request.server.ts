import { findRequestContext, type RequestContext } from '~/request-context.server'

/**
 * Memoizes a read that several loaders of a page need: it runs once for each request and values. After an action it runs
 * every time, because the loaders must see what the action wrote. The result is shared, so callers must not change it.
 */
export function memoizeByRequest<Values, Result>(
  read: (values: Values) => Promise<Result>,
): (values: Values) => Promise<Result> {
  const results = new WeakMap<RequestContext, Map<string, Promise<Result>>>()
  return (values) => {
    const context = findRequestContext()
    if (!context?.route.startsWith('GET ')) return read(values)
    const known = results.get(context) ?? new Map<string, Promise<Result>>()
    results.set(context, known)
    const key = JSON.stringify(values)
    const result = known.get(key) ?? read(values)
    known.set(key, result)
    return result
  }
}
