import { escapeHtml } from '~/http/escape'
import { type Feed, type FeedEntry, newestIn } from './feed'
import { escapeXml } from './xml'

/** Writes RSS 2.0 with Atom links to the feed itself and its next page. */
export function writeRss(feed: Feed): string {
  const newest = newestIn(feed)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', feed.title),
    element('link', feed.page),
    element('description', feed.description),
    element('language', 'en'),
    ...(newest ? [element('lastBuildDate', newest.toUTCString())] : []),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(feed.self)}"/>`,
    ...(feed.next ? [`<atom:link rel="next" href="${escapeXml(feed.next)}"/>`] : []),
    ...feed.entries.map(writeItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function writeItem({ id, url, title, text, published, tags }: FeedEntry) {
  return [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    element('pubDate', published.toUTCString()),
    element('description', asHtml(text)),
    ...tags.map((tag) => element('category', tag)),
    '</item>',
  ].join('\n')
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

/** Feed readers read a description as HTML. */
function asHtml(text: string) {
  return text.split('\n').map(escapeHtml).join('<br>')
}
