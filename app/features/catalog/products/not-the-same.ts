/** The button that says that two suggested products are not one. */
export const NOT_THE_SAME = 'not-the-same'

export const NOT_THE_SAME_FAILED = 'Failed to save what you decided'
