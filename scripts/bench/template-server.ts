import fs from 'node:fs'
import http from 'node:http'

/**
 * The lower bound for an uncached page: node:http, the queries of `/deals`, and template strings.
 * `node --import tsx template-server.ts PORT FILE`, where the file contains our page of deals.
 */
const [, , port, file] = process.argv
const page = fs.readFileSync(file!, 'utf8')
const [before, after] = [page.slice(0, page.indexOf('<article')), page.slice(page.lastIndexOf('</article>') + 10)]

const { listDeals } = await import('~/features/catalog/deals/list/find-deals.server')
const { DEFAULT_SEARCH } = await import('~/features/catalog/deals/list/deal-filters')
const { listCategoriesForFilter } = await import('~/features/catalog/categories/categories.server')
const { listPlatforms } = await import('~/features/catalog/platforms/platforms.server')
type Deal = Awaited<ReturnType<typeof listDeals>>['deals'][number]

const encode = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const card = ({ slug, title, shown_status, vendor_name, summary, end_date, deal_price, original_price }: Deal) => `
<article class="deal"><div class="deal__media"><img src="/placeholder.svg" alt="" width="640" height="360" loading="lazy"></div>
<div class="deal__body"><div class="deal__meta"><span class="badge">${shown_status}</span><span>Ends <time>${end_date ?? ''}</time></span></div>
<h2 class="deal__title"><a href="/deals/${slug}"><bdi>${encode(title)}</bdi></a></h2>
<p class="deal__vendor">by <bdi>${encode(vendor_name)}</bdi></p><p class="deal__sum" dir="auto">${encode(summary ?? '')}</p>
<p class="price"><span class="num">$${deal_price}</span><s>$${original_price}</s><small>one-time</small></p>
<div class="deal__act"><a class="btn btn--secondary" href="/deals/${slug}">View Details<span class="sr-only">: ${encode(title)}</span></a>
<a class="btn btn--primary" href="/go/${slug}" rel="sponsored nofollow noopener" target="_blank">Get Deal</a></div></div></article>`

http
  .createServer(async (_request, response) => {
    const [{ deals }] = await Promise.all([listDeals(DEFAULT_SEARCH), listCategoriesForFilter(), listPlatforms()])
    const body = Buffer.from(before + deals.map(card).join('') + after)
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length }).end(body)
  })
  .listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
