/** The rules above and below a sum in a ledger: for a list or a table of figures. */
export const LEDGER_RULES = 'border-t-2 border-t-foreground border-b-4 border-double border-b-border-strong'
