import { respondWithFile } from '~/http/files.server'
import { FEED_TYPES } from '~/http/page'
import { type Feed, newestIn } from './feed'
import { writeRss } from './rss'

export function respondWithFeed(request: Request, type: 'rss' | 'json', feed: Feed) {
  const text = type === 'rss' ? writeRss(feed) : writeJsonFeed(feed)
  return respondWithFile(request, { type: FEED_TYPES[type], chunks: [text], modified: newestIn(feed) })
}

/** Writes JSON Feed 1.1, with the extension `_facts`. */
function writeJsonFeed({ title, description, page, self, next, entries }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    next_url: next,
    language: 'en',
    items: entries.map(({ id, url, title, text, published, modified, tags, image, facts }) => ({
      id,
      url,
      title,
      content_text: text,
      image,
      date_published: published.toISOString(),
      date_modified: modified.toISOString(),
      tags,
      _facts: facts,
    })),
  }
  return `${JSON.stringify(feed)}\n`
}
