/** What members follow besides deals. */
export const FOLLOW_KINDS = ['vendor', 'category'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** Followed deals, and other followed things, on a page. */
export const FOLLOWED_PER_PAGE = 25

/** Error title when something could not be followed or unfollowed. */
export const FOLLOW_FAILED = 'Failed to update what you follow'

export const SIGN_IN_TO_FOLLOW = 'Please sign in to follow offers and changes'
