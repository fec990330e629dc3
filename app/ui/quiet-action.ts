const SHAPE = 'inline-flex min-h-10 items-center gap-1.5 rounded-sm px-3 py-1 text-small font-medium'

/** A link or button below a text, such as "Helpful" below a review. */
export const QUIET_ACTION = `${SHAPE} cursor-pointer text-muted-foreground no-underline hover:bg-muted hover:text-foreground aria-pressed:text-primary`
/** A sentence in its place. */
export const QUIET_TEXT = SHAPE
