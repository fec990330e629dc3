type WatchedDeal = { id: string; url: string }
type VisitedPage = { url: string; html: string }

/** Compares the page with the record of its deal. */
export async function watchPage(_deal: WatchedDeal, _page: VisitedPage): Promise<void> {}
