import type { Mark } from '~/features/contributions/kinds/item-description'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** A fact about an item, such as "1 link". */
export function MarkLabel({ mark: { tone, icon, text } }: { mark: Mark }) {
  return (
    <span className={classes('mark', tone !== 'plain' && `mark--${tone}`)}>
      <Icon name={icon} />
      {text}
    </span>
  )
}
