import type { Feed } from './feed'

/** Writes JSON Feed 1.1, with the extension `_facts`. */
export function writeJsonFeed({ title, description, page, self, next, entries }: Feed): string {
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
