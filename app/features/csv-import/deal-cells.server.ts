import { joinEntries } from '~/features/deals/entry-list'
import type { TemplateColumn } from './csv-import'

type Deal = Record<Exclude<TemplateColumn, 'tags' | 'pros' | 'cons'>, string | null> &
  Record<'tags' | 'pros' | 'cons', readonly string[]>

/** A deal as the cells of a row, from which the same deal can be read again. */
export function dealCells(deal: Deal): Record<TemplateColumn, string> {
  return {
    title: deal.title ?? '',
    slug: deal.slug ?? '',
    vendor_name: deal.vendor_name ?? '',
    category: deal.category ?? '',
    platform: deal.platform ?? '',
    summary: deal.summary ?? '',
    description: deal.description ?? '',
    original_price: deal.original_price ?? '',
    deal_price: deal.deal_price ?? '',
    currency: deal.currency ?? '',
    start_date: deal.start_date ?? '',
    end_date: deal.end_date ?? '',
    tags: joinEntries(deal.tags),
    cta_url: deal.cta_url ?? '',
    hero_image_url: deal.hero_image_url ?? '',
    video_url: deal.video_url ?? '',
    pros: joinEntries(deal.pros),
    cons: joinEntries(deal.cons),
  }
}
