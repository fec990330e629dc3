/** How many missing names of a kind have a choice of their own. The others follow the checkbox. */
export const NAMES_SHOWN = 50
