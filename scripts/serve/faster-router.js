// Remix compares a path with all routes several times a request. Each time it flattens, ranks and compiles them, which took up
// to a third of the time of a page. The routes of a build never change, so here the results are stored.
//
// The modules are extended while they are loaded: at their end, functions are replaced by ones that call the original
// function and store what it returned. Another version of the router, in which a function has other parameters, does not start.
import { registerHooks } from 'node:module'

/** By the end of a module's address: the functions that have to be in it, and what is added at its end. */
export const ADDITIONS = {
  '/@remix-run/router/dist/router.cjs.js': {
    needs: [
      'function convertRoutesToDataRoutes(routes, mapRouteProperties, parentPath, manifest) {',
      'function flattenRoutes(routes, branches, parentsMeta, parentPath) {',
      'function rankRouteBranches(branches) {',
      'function compilePath(path, caseSensitive, end) {',
      'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);',
      'exports.UNSAFE_convertRoutesToDataRoutes = convertRoutesToDataRoutes;',
    ],
    code: `
{
  const flatten = flattenRoutes, flattened = new WeakMap()
  // Called with the routes alone for a path, and with more arguments by itself for the children of a route.
  flattenRoutes = function (routes) {
    if (arguments.length > 1) return flatten.apply(undefined, arguments)
    let branches = flattened.get(routes)
    if (!branches) flattened.set(routes, (branches = flatten(routes)))
    return branches
  }
  const rank = rankRouteBranches, ranked = new WeakSet()
  rankRouteBranches = function (branches) {
    if (ranked.has(branches)) return
    rank(branches)
    ranked.add(branches)
  }
  const compile = compilePath, compiled = new Map()
  // Patterns come from the routes alone, so there are few.
  compilePath = function (path, caseSensitive, end) {
    const key = path + (caseSensitive ? ' c' : ' i') + (end === false ? ' start' : ' end')
    let result = compiled.get(key)
    if (!result) compiled.set(key, (result = compile(path, caseSensitive, end)))
    return result
  }
  const convert = convertRoutesToDataRoutes, converted = new WeakMap()
  // For the routes of the server, which are the same for each page. It also fills the manifest.
  exports.UNSAFE_convertRoutesToDataRoutes = function (routes, mapRouteProperties, parentPath, manifest) {
    if (parentPath !== undefined || !manifest) return convert(routes, mapRouteProperties, parentPath, manifest)
    let result = converted.get(routes)
    if (!result) {
      const filled = {}
      converted.set(routes, (result = { filled, dataRoutes: convert(routes, mapRouteProperties, undefined, filled) }))
    }
    Object.assign(manifest, result.filled)
    return result.dataRoutes
  }
}`,
  },
  '/@remix-run/react/dist/routes.js': {
    needs: [
      'function createServerRoutes(manifest, routeModules, future, isSpaMode, parentId = "", routesByParentId =',
      'exports.createServerRoutes = createServerRoutes;',
    ],
    code: `
{
  const created = new WeakMap()
  exports.createServerRoutes = function (manifest, routeModules, future, isSpaMode) {
    let routes = created.get(manifest)
    if (!routes) created.set(manifest, (routes = createServerRoutes(manifest, routeModules, future, isSpaMode)))
    return routes
  }
}`,
  },
}

/**
 * The code of a module with what is added to it.
 *
 * @throws if a function is missing or has other parameters
 */
export function extend(name, source, { needs, code }) {
  const missing = needs.find((text) => !source.includes(text))
  if (missing) throw new Error(`${name} has changed: it lacks "${missing}". Adapt scripts/serve/faster-router.js.`)
  return source + code
}

registerHooks({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context)
    const name = Object.keys(ADDITIONS).find((end) => url.endsWith(end))
    return name ? { ...result, source: extend(name, String(result.source), ADDITIONS[name]) } : result
  },
})
