import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { type PurchaseFacts, reviewLabels } from './review-labels'

/** How the author came by the product: only what we checked is green. */
export function LabelList({ facts }: { facts: PurchaseFacts }) {
  return (
    <ul className="labels">
      {reviewLabels(facts).map(({ icon, text, isChecked }) => (
        <li key={text} className={classes('label', isChecked && 'label--checked')}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  )
}
