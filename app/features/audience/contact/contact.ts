/** The limits of a message. The database has the same. */
export const CONTACT_LIMITS = { name: 80, subject: 120, bodyMin: 10, body: 2_000 } as const

export const CONTACT_FAILED = 'Failed to send message'
