/** The member that a mail goes to. */
export type Reader = { id: string; email: string }
