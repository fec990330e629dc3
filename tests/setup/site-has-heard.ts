import type { BuiltApp } from './built-app'

/**
 * Resolves when a process of the site knows of every change committed before the call: after a form, pages wait for the
 * announcements that are on their way.
 */
export async function siteHasHeard({ get }: Pick<BuiltApp, 'get'>) {
  await (await get('/about', { method: 'POST' })).arrayBuffer()
  await (await get('/about')).arrayBuffer()
}
