import { data } from '@remix-run/node'
import { findMovedDeal } from '~/features/deals/deal-page.server'
import { suggestTitles } from '~/features/deals/suggestions.server'
import { movedTo } from '~/http/responses.server'

/** What to answer, and throw, when no published deal is at an address: where it moved, or that it is not there. */
export async function missingDeal(slug: string, request: Request) {
  const [moved, alternatives] = await Promise.all([findMovedDeal(slug), suggestTitles(slug.replaceAll('-', ' '))])
  if (moved && moved !== 'gone') {
    const { pathname, search } = new URL(request.url)
    const tab = pathname.slice(`/deals/${slug}`.length)
    return movedTo(`/deals/${moved.slug}${tab}${search}`)
  }
  return data({ alternatives }, { status: moved === 'gone' ? 410 : 404 })
}
