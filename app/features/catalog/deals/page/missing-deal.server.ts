import { data } from '@remix-run/node'
import { suggestTitles } from '~/features/catalog/deals/list/suggestions.server'
import { movedTo } from '~/http/responses.server'
import { findMovedDeal } from './deal-page.server'

/** The response to throw when no published deal has this slug: a redirect, 410 or 404 with similar titles. */
export async function missingDeal(slug: string, request: Request) {
  const [moved, alternatives] = await Promise.all([findMovedDeal(slug), suggestTitles(slug.replaceAll('-', ' '))])
  if (moved && moved !== 'gone') {
    const { pathname, search } = new URL(request.url)
    const tab = pathname.slice(`/deals/${slug}`.length)
    return movedTo(`/deals/${moved.slug}${tab}${search}`)
  }
  return data({ heading: 'Deal not found', alternatives }, { status: moved === 'gone' ? 410 : 404 })
}
