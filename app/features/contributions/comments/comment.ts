export const COMMENT_BODY_MAX = 1_000

export const SIGN_IN_TO_COMMENT = 'Please sign in to comment'
