/** The card around a form, which paper leaves out. */
export const FORM_CARD = 'grid grid-cols-1 gap-5 rounded-md border border-border bg-card p-5 lg:p-7 print:hidden'
