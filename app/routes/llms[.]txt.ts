import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondWithFile } from '~/http/files.server'
import { siteUrl } from '~/http/page.server'
import { site } from '~/site.server'

/** Describes the site for language models (llmstxt.org). */
export function loader({ request }: LoaderFunctionArgs) {
  const link = (path: string, name: string, about: string) => `- [${name}](${siteUrl(path)}): ${about}`
  const lines = [
    `# ${site.name}`,
    '',
    `> ${site.tagline}`,
    '',
    'A deal is Active, Ending Soon, Expired or Upcoming, by its dates in UTC, or Not confirmed: without an end date and not',
    'seen for a year. Prices are in the currency next to them, paid once unless deal_price_period says MONTH or YEAR.',
    'Reviews are by members and moderated; changes were reported by members and verified. Purchases happen on the',
    "vendor's platform.",
    '',
    '## Pages',
    '',
    link(
      '/deals',
      'Deals',
      'the current offer of each product, or every one with offers=all; q, category, platform, status, open, priced, subscriptions, refund, breakEven, stackable, tag, minPrice, maxPrice, sort and page narrow it',
    ),
    link('/categories', 'Categories', 'deals by purpose'),
    link('/platforms', 'Platforms', 'deals by marketplace'),
    link('/vendors', 'Vendors', 'makers of the products, each with its offers, ratings and verified changes'),
    link('/changes', 'Verified changes', 'of all deals, the newest first; kind, affects, category and page narrow it'),
    link(
      '/transparency',
      'Transparency',
      'how contributions were decided, by stars and by kind, and the newest decisions',
    ),
    link('/guidelines', 'Guidelines', 'what is published and what is not'),
    link('/faq', 'Questions', 'how deals are chosen, how changes are verified, how the site is paid'),
    '',
    '## Data',
    '',
    link('/deals.json', 'Deals as JSON Feed', 'takes the parameters of the page; next_url leads on'),
    link('/deals.csv', 'Deals as CSV', 'every result in one file'),
    link('/deals.rss', 'Deals as RSS', 'takes the parameters of the page'),
    link('/changes.json', 'Changes as JSON Feed', 'takes the parameters of the page'),
    link('/changes.rss', 'Changes as RSS', 'the same; each deal has its own at /deals/{slug}/changes.rss'),
    link('/transparency', 'Decisions as CSV', 'one file a month at /transparency/{month}.csv, such as 2026-11.csv'),
    link('/sitemap.xml', 'Sitemap', 'every page'),
    '',
  ]
  return respondWithFile(request, { type: 'text/plain', chunks: [lines.join('\n')] })
}
