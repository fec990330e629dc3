import { Meta, useMatches, useRouteError } from '@remix-run/react'
import { FEED_TYPES, type PageHead } from './page'

/** What a loader returns for the head of its page. */
type HeadData = { head?: PageHead; structured?: object | object[] }

/**
 * The tags of a page's head, from the data of the deepest route that has a `head`. An error page has those of the root's
 * `meta`. Remix would want a `meta` export in every route, because it gives the root no data of other routes.
 */
export function HeadTags() {
  const { head, structured = [] } = usePageData() ?? {}
  if (!head) return <Meta />
  const { title, description, shared, canonical, image, isIndexed, feeds } = head
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isIndexed ? null : <meta name="robots" content="noindex, follow" />}
      <link rel="canonical" href={canonical} />
      {feeds.map(({ type, title, path }) => (
        <link key={path} rel="alternate" type={FEED_TYPES[type]} title={title} href={path} />
      ))}
      <meta property="og:title" content={shared.title} />
      <meta property="og:description" content={shared.description} />
      <meta property="og:image" content={image} />
      <meta property="og:url" content={canonical} />
      <meta property="og:type" content="website" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={shared.title} />
      <meta name="twitter:description" content={shared.description} />
      <meta name="twitter:image" content={image} />
      {[structured]
        .flat()
        .map(toScript)
        .map((__html) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by toScript
          <script key={__html} type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
        ))}
    </>
  )
}

function usePageData() {
  const error = useRouteError()
  const matches = useMatches()
  if (error) return undefined
  // A route that failed has no data, and those below it are not shown.
  const failed = matches.findIndex(({ data }) => data === undefined)
  const shown = failed === -1 ? matches : matches.slice(0, failed)
  return shown.map(({ data }) => data as HeadData | null).findLast((data) => data?.head)
}

/** Structured data (schema.org) as JSON that cannot end its script element. */
function toScript(data: object) {
  return JSON.stringify(data).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}
