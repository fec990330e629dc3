import { type FetchedPage, htmlOf } from '~/http/fetched-page'
import { log } from '~/log.server'
import { watchPage } from './watch-page.server'

/** Compares the page behind a link with its deal. A page that cannot be read must not end the link checks. */
export async function watchVisitedPage({ id, url }: { id: string; url: string }, page: FetchedPage) {
  const html = htmlOf(page)
  if (html === undefined) return
  try {
    await watchPage({ id, url }, { url: page.url, html })
  } catch (error) {
    log.error({ err: error, deal: id }, 'A page could not be compared with its deal')
  }
}
