import type { ComponentProps } from 'react'

/** The heading of a panel in the display face, on elements that are set in the other one. */
export const PANEL_TITLE = 'font-display text-title leading-heading font-medium tracking-heading'

/** A section of a long page: its heading and what follows it. */
export function PagePart(props: Omit<ComponentProps<'section'>, 'className'>) {
  return <section {...props} className="grid min-w-0 gap-4.5" />
}
