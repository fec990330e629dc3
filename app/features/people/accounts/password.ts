export const PASSWORD_MIN = 6
/** bcrypt ignores further bytes, so longer passwords are rejected. */
export const PASSWORD_MAX_BYTES = 72
export const PASSWORD_HINT = 'At least 6 characters.'
