import type { IconName } from './icon-names'
import sprite from './icons.svg?url'

export type { IconName }

/** Decorative: the control or text beside it carries the name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
