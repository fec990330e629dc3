/**
 * The look of a chip, for the component and for the script that writes chips as text. Its icon is smaller and quieter.
 * It is positioned, so that its hidden words scroll with it instead of widening the page.
 */
export const CHIP =
  'relative inline-flex min-h-control-sm items-center gap-1.5 rounded-sm border border-border-strong bg-card py-1 ps-3 pe-2 text-small no-underline transition-colors hover:border-foreground'

export const CHIP_ICON = 'size-4 text-muted-foreground'
