/** The look of a link to a part of a list, with how much there is of it; beside others, of which one is current. */
export const PICK =
  'inline-flex min-h-10 cursor-pointer items-center gap-1.5 rounded-sm border border-border-strong bg-card px-3.25 py-1 text-small font-medium no-underline transition hover:border-foreground aria-[current]:border-primary aria-[current]:text-primary aria-[current]:inset-ring aria-[current]:inset-ring-primary pointer-coarse:min-h-control'
