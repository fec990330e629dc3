import { writeCsv } from '~/http/files.server'
import {
  CHANGE_FILE_COLUMNS,
  type ChangeColumn,
  IMPORT_COLUMNS,
  type ImportColumn,
  TEMPLATE_COLUMNS,
} from './csv-import'

type Example = Record<ImportColumn, string>

// The second one leaves every optional column empty.
const EXAMPLES: [Example, Partial<Example>] = [
  {
    title: 'Fernwright',
    slug: 'fernwright',
    vendor_name: 'Osier & Reed',
    category: 'Productivity',
    platform: 'Stackyard',
    summary: 'Plans the week of a small team, holidays included',
    description: 'One board per week.\nExports to any calendar.',
    original_price: '240.00',
    regular_price_period: 'YEAR',
    deal_price: '49.00',
    deal_price_period: 'ONCE',
    discount_percent: '',
    currency: 'USD',
    start_date: '2026-01-15',
    end_date: '2026-03-31',
    tags: 'HOT|teams',
    cta_url: 'https://fernwright.example/lifetime',
    hero_image_url: 'https://fernwright.example/hero.webp',
    video_url: 'https://fernwright.example/tour',
    affiliate_url: 'https://partners.example/c/1842/fernwright',
    coupon_code: 'AUTUMN10',
    coupon_note: '10% off the first plan',
    lifetime_means: '5 YEARS',
    refund_days: '30',
    refund_from: 'PURCHASE',
    redeem_days: '60',
    stackable: 'yes',
    max_codes: '3',
    transferable: 'no',
    future_versions: 'All',
    shutdown_notice: '90 days',
    terms_url: 'https://fernwright.example/terms',
    terms_read_on: '2026-01-15',
    plans: 'Tier 1:49.00:1|Tier 2:98.00:2',
    pros: 'Works offline|No seats to count',
    cons: 'Web only',
    confirmed_on: '2026-01-15',
  },
  {
    title: 'Tallowbase',
    vendor_name: 'Greyling Software',
    category: 'developer-tools',
    platform: 'dealmint',
    deal_price: '29',
    start_date: '2026-02-01',
    cta_url: 'https://tallowbase.example',
  },
]

/** deals-template.csv (spec §5), or the same with all columns of an import. Without a byte order mark. */
export function writeTemplate({ hasAllColumns }: { hasAllColumns: boolean }) {
  return writeCsv(hasAllColumns ? IMPORT_COLUMNS : TEMPLATE_COLUMNS, [EXAMPLES], { bom: false })
}

const CHANGE_EXAMPLES: Partial<Record<ChangeColumn, string>>[] = [
  {
    deal_slug: 'fernwright',
    kind: 'PRICE',
    date: '2025-11-28',
    old_value: '98.00',
    new_value: '49.00',
    currency: 'USD',
    affects_owners: 'no',
    source_url: 'https://fernwright.example/blog/black-friday',
  },
  {
    deal_slug: 'fernwright',
    kind: 'TERMS',
    title: 'Lifetime license ends for new buyers',
    description: 'Existing licenses stay valid.',
    date: '2026-01-10',
    affects_owners: 'no',
  },
]

/** changes-template.csv. Without a byte order mark. */
export const writeChangesTemplate = () => writeCsv(CHANGE_FILE_COLUMNS, [CHANGE_EXAMPLES], { bom: false })
