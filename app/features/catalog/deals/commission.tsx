import type { Commission } from '~/features/catalog/links/link-program'

const COMMISSION_LINES: Record<Commission, string> = {
  ours: 'We earn a commission if you buy here.',
  others: 'This link may earn someone else a commission.',
  none: 'We earn nothing from this link.',
}

type Earning = { commission: Commission }

/** The sentence beside a button. */
export const commissionLine = ({ commission }: Earning) => COMMISSION_LINES[commission]

/** The line above a list about the links in it. */
export function CommissionNotice({ deals }: { deals: Earning[] }) {
  const found = new Set(deals.map(({ commission }) => commission))
  return <p className="mb-4 text-caption text-subtle-foreground">{describeCommissions(found)}</p>
}

function describeCommissions(found: Set<Commission>) {
  const each = 'Each deal page says which.'
  if (found.has('ours') && found.has('others'))
    return `We earn a commission on some of these links, and others may earn someone else one. ${each}`
  if (found.has('others')) return `Some of these links may earn someone else a commission. ${each}`
  if (!found.has('ours')) return 'We earn nothing from these links.'
  return found.has('none')
    ? `We earn a commission on some of these links and nothing on the others. ${each}`
    : 'We earn a commission if you buy through these links.'
}
