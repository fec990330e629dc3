import type { ReactNode } from 'react'

/** For a form, which can't be in a paragraph. */
export const BOX_FOOT =
  'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border px-5 py-2.5 text-small text-muted-foreground'

/** The last line of a box, such as a link to the whole list. */
export function BoxFoot({ children }: { children: ReactNode }) {
  return <p className={BOX_FOOT}>{children}</p>
}
