/** How often a test repeats two writes at once. `npm run test:long` repeats them 50 times. */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 5)
