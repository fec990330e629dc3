import type { MetaDescriptor } from '@remix-run/react'
import type { PageHead } from './page-head.server'

/** The tags of a page's head. Without one the page is an error, which no search engine should keep. */
export function headTags(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [{ title: 'Not found' }, { name: 'robots', content: 'noindex' }]
  const { title, description, canonical, image, isIndexed } = head
  return [
    { title },
    { name: 'description', content: description },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { tagName: 'link', rel: 'canonical', href: canonical },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    { property: 'og:url', content: canonical },
    { property: 'og:type', content: 'website' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ]
}
