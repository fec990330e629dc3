import { respondWithFile } from '~/http/files.server'
import { FEED_TYPES } from '~/http/page'
import { type Feed, newestIn } from './feed'
import { writeJsonFeed } from './json-feed'
import { writeRss } from './rss'

export function respondWithFeed(request: Request, type: 'rss' | 'json', feed: Feed) {
  const text = type === 'rss' ? writeRss(feed) : writeJsonFeed(feed)
  return respondWithFile(request, { type: FEED_TYPES[type], chunks: [text], modified: newestIn(feed) })
}
