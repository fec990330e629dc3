/** The field of an amount: its figures end where those below them end, without the browser's arrows. */
export const PRICE_INPUT = 'text-end font-medium [appearance:textfield] [&::-webkit-inner-spin-button]:hidden'
