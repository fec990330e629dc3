import type { LoaderFunctionArgs } from '@remix-run/node'
import { escapeXml } from '~/features/audience/feeds/xml'
import { respondWithFile } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'
import { iconPath, site } from '~/site.server'

/** Adds the site's search to the browser's address bar (OpenSearch 1.1). Names have at most 16 characters. */
export function loader({ request }: LoaderFunctionArgs) {
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeXml([...site.name].slice(0, 16).join('').trim())}</ShortName>`,
    `<Description>${escapeXml(`Search deals on ${site.name}`)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image width="180" height="180" type="image/${site.icon ? 'webp' : 'png'}">${escapeXml(siteUrl(iconPath()))}</Image>`,
    `<Url type="text/html" template="${escapeXml(siteUrl('/deals?q={searchTerms}'))}"/>`,
    `<Url type="application/rss+xml" template="${escapeXml(siteUrl('/deals.rss?q={searchTerms}'))}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${escapeXml(siteUrl('/opensearch.xml'))}"/>`,
    '</OpenSearchDescription>',
    '',
  ]
  return respondWithFile(request, { type: 'application/opensearchdescription+xml', chunks: [xml.join('\n')] })
}
