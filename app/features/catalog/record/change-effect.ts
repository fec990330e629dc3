import type { AffectsOwners, ChangeEffect, ChangeKind } from '~/db/schema'
import type { IconName } from '~/ui/icon'

export const CHANGE_EFFECTS = ['BETTER', 'WORSE', 'NEITHER'] as const satisfies readonly ChangeEffect[]

type EffectLook = { label: string; short: string; icon: IconName; className: string }

/** What a change means for people who own the product. Word and icon, because color alone is not enough. */
export const EFFECTS: Record<ChangeEffect, EffectLook> = {
  BETTER: { label: 'Better for owners', short: 'Better', icon: 'circle-plus', className: 'text-verified' },
  WORSE: { label: 'Worse for owners', short: 'Worse', icon: 'circle-minus', className: 'text-destructive-ink' },
  NEITHER: {
    label: 'Neither better nor worse',
    short: 'Neither',
    icon: 'circle-equal',
    className: 'text-muted-foreground',
  },
}

/** Kinds that mean the same for owners whatever their values: who has paid pays no new price. */
const OF_KIND: Partial<Record<ChangeKind, ChangeEffect>> = {
  PRICE: 'NEITHER',
  ENDED: 'NEITHER',
  REOPENED: 'NEITHER',
  SHUTDOWN: 'WORSE',
  IMPROVED: 'BETTER',
}
/** Kinds of which owners have more with a higher number. */
const MORE_IS_BETTER = new Set<ChangeKind>(['LIMITS', 'REFUND', 'TERMS'])

/** Fields whose values are no quantities, whatever digits they contain. */
const UNORDERED = new Set(['end_date', 'coupon_code'])

/** The values of a change, of at most 200 characters each. */
type Values = {
  field?: string | null
  kind?: ChangeKind
  affects_owners?: AffectsOwners
  old_value?: string | null
  new_value?: string | null
}

/** What a change probably means for owners; null where nothing of it says so. Staff choose. */
export function suggestEffect({
  kind = 'OTHER',
  field,
  affects_owners,
  old_value,
  new_value,
}: Values): ChangeEffect | null {
  const ofKind = affects_owners === 'NO' ? 'NEITHER' : OF_KIND[kind]
  if (ofKind) return ofKind
  if (!MORE_IS_BETTER.has(kind) || (field && UNORDERED.has(field))) return null
  const [before, now] = [readQuantity(old_value ?? ''), readQuantity(new_value ?? '')]
  if (!before || !now || before.amount === now.amount) return null
  if (before.unit && now.unit && before.unit !== now.unit) return null
  return now.amount > before.amount ? 'BETTER' : 'WORSE'
}

const NUMBERS = /\d+(?:,\d{3})*(?:\.\d+)?/g
const FACTORS: Record<string, number> = { k: 1_000, m: 1_000_000 }

/** "250,000 words" is 250,000 of "word", "10k" is 10,000 of nothing, "Unlimited seats" is infinity. Undefined if in doubt. */
function readQuantity(text: string): { amount: number; unit: string } | undefined {
  const numbers = [...text.matchAll(NUMBERS)]
  const [number] = numbers
  if (!number) {
    if (/\bunlimited\b/i.test(text)) return { amount: Infinity, unit: '' }
    if (/^yes\b/i.test(text)) return { amount: 1, unit: '' }
    return /^(none|no)\b/i.test(text) && !/\blimit/i.test(text) ? { amount: 0, unit: '' } : undefined
  }
  if (numbers.length > 1) return undefined
  const rest = text.slice(number.index + number[0].length).toLowerCase()
  const [, factor = '', unit = ''] = /^(?:([km])\b)?[\s-]*([a-z]*)/.exec(rest) ?? []
  return { amount: Number(number[0].replaceAll(',', '')) * (FACTORS[factor] ?? 1), unit: unit.replace(/s$/, '') }
}
