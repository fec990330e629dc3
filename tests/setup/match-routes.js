// Prints what Remix's router makes of the routes and paths in the first argument, twice in the same process.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const router = require('@remix-run/router')
const { createServerRoutes } = require('@remix-run/react/dist/routes.js')

const { routes, paths } = JSON.parse(process.argv[2])
const modules = Object.fromEntries(Object.keys(routes).map((id) => [id, { default: () => null, handle: { id } }]))
const rounds = [1, 2].map(() => {
  const tree = createServerRoutes(routes, modules, {}, false)
  const manifest = {}
  const dataRoutes = router.UNSAFE_convertRoutesToDataRoutes(tree, () => ({ isOurs: true }), undefined, manifest)
  return {
    isSame: dataRoutes,
    ids: Object.keys(manifest),
    matches: paths.map((path) =>
      router.matchRoutes(dataRoutes, path)?.map(({ route, params, pathname }) => [route.id, params, pathname]),
    ),
  }
})
const [first, second] = rounds
const isStored = first.isSame === second.isSame
console.log(JSON.stringify({ isStored, rounds: rounds.map(({ ids, matches }) => ({ ids, matches })) }))
