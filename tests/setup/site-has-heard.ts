import type { BuiltApp } from './built-app'

/**
 * Resolves when a process of the site knows of every change committed before the call: a page for someone with a session
 * waits for the announcements that are on their way.
 */
export async function siteHasHeard({ get }: Pick<BuiltApp, 'get'>) {
  await (await get('/about', { headers: { Cookie: 'session=none' } })).arrayBuffer()
}
