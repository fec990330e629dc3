/** Why staff cannot decide on an item. */
export const OWN_CONTRIBUTION = 'This is about your own contribution. Someone else must decide on it.'
