export const PASSWORD_MIN = 6
/** bcrypt reads no further; what is longer is refused instead of cut. */
export const PASSWORD_MAX_BYTES = 72
export const PASSWORD_HINT = 'At least 6 characters.'
