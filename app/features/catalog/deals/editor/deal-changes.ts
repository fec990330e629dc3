import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { DEAL_FIELD_NAMES, type DealField, dealFieldSpec, type EditedDeal } from '~/features/catalog/deals/deal-fields'
import { yesOrNo } from '~/features/catalog/deals/terms'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'

export type FieldChange = { field: DealField; from: string; to: string }

/** The fields that differ, formatted for people; `names` are those of categories and platforms by id. */
export function listChanges(before: EditedDeal, after: EditedDeal, names?: ReadonlyMap<string, string>): FieldChange[] {
  return DEAL_FIELD_NAMES.map((field) => ({
    field,
    from: formatValue(before, field, names),
    to: formatValue(after, field, names),
  })).filter(({ from, to }) => from !== to)
}

/** Pros before cons, each in the order given: a pro entered between two cons is stored among the pros. */
function inStoredOrder(entries: EditedDeal['pros_cons']) {
  return [...entries.filter(({ type }) => type === 'PRO'), ...entries.filter(({ type }) => type === 'CON')]
}

function formatValue(deal: EditedDeal, field: DealField, names?: ReadonlyMap<string, string>): string {
  switch (field) {
    case 'category_id':
    case 'platform_id':
      return names?.get(deal[field]) ?? deal[field]
    case 'tags':
      return deal.tags.join(', ')
    case 'published':
      return deal.published ? 'Published' : 'Draft'
    case 'status':
      return DEAL_STATUS_LABELS[deal.status]
    case 'pros_cons':
      return inStoredOrder(deal.pros_cons)
        .map(({ type, text }) => `${type === 'PRO' ? 'Pro' : 'Con'}: ${text}`)
        .join('\n')
    case 'faqs':
      return deal.faqs.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')
    case 'plans':
      return deal.plans.map((plan) => formatPlan(plan, deal.currency)).join(', ')
    case 'limits':
      return deal.limits
        .map(({ label, values }) => `${label}: ${values.map((value) => value || '–').join(', ')}`)
        .join('\n')
    default:
      return formatOne(deal[field], dealFieldSpec(field).choices)
  }
}

/** "Tier 2 $118.00 (2 codes)" */
export function formatPlan({ name, price, codes }: EditedDeal['plans'][number], currency: string) {
  return `${name} ${formatMoney(price, currency)}${codes === null ? '' : ` (${pluralize(codes, 'code')})`}`
}

function formatOne(value: string | number | boolean | null, choices?: Readonly<Record<string, string>>) {
  if (typeof value === 'boolean') return yesOrNo(value)!
  return (value !== null && choices?.[value]) || String(value ?? '')
}
