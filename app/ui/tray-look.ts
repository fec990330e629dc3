/** The look of the tray that the script draws (enhance/compare). */
export const TRAY_LOOK = {
  tray: 'sticky bottom-0 z-30 h-(--tray-height) border-border-strong border-t bg-popover shadow-[0_-8px_24px_-12px_rgb(16_35_27/0.25)] print:hidden',
  inside: 'wrap flex h-16 items-center gap-2',
  count: 'me-auto whitespace-nowrap font-bold text-control',
  /** What the count is of; left out on phones. */
  detail: 'font-book text-muted-foreground max-sm:sr-only',
  // The names of long titles are cut, not the buttons after them.
  deals: 'mx-2 flex min-w-0 flex-1 items-center gap-2 max-md:hidden',
}
