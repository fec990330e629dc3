import type { ChangeEffect } from '~/db/schema'
import { EFFECTS } from '~/features/catalog/record/change-effect'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** What a change means for owners; nothing where staff did not say. `short` is for places that name the owners already. */
export function EffectMark({ effect, isShort }: { effect: ChangeEffect | null; isShort?: boolean }) {
  if (!effect) return null
  const { label, short, icon, className } = EFFECTS[effect]
  return (
    <span
      className={classes('inline-flex items-center gap-1.5 whitespace-nowrap text-caption font-semibold', className)}
    >
      <Icon name={icon} className="size-4" />
      {isShort ? short : label}
    </span>
  )
}
