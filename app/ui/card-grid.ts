/** The grid of cards. The script of visitors' pages makes one too, for its skeletons. */
export const CARD_GRID = 'grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 lg:grid-cols-3'
/** Rows of skeletons in its place, where the list shows rows. */
export const SKELETON_ROWS = 'border-t-2 border-foreground'
