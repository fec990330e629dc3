import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { type OwnClaim, type PurchaseFacts, reviewLabels } from './review-labels'

const TONES = {
  checked: 'border-transparent bg-verified-soft text-verified-soft-foreground',
  said: 'border-border-strong text-muted-foreground',
}

/** How the author came by the product: only what we checked is green. */
export function LabelList({ facts, own }: { facts: PurchaseFacts; own?: OwnClaim }) {
  const labels = reviewLabels(facts, own)
  if (labels.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {labels.map(({ icon, text, isChecked }) => (
        <li
          key={text}
          className={classes(
            'inline-flex items-center gap-1.5 rounded-xs border px-2 py-0.75 text-caption leading-snug font-semibold',
            isChecked ? TONES.checked : TONES.said,
          )}
        >
          <Icon name={icon} className="size-3.5 stroke-2" />
          {text}
        </li>
      ))}
    </ul>
  )
}
