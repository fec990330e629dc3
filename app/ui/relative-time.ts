const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en-US')

/** "2 minutes ago", in the largest whole unit. Called on the server only, because the clock of a browser may be wrong. */
export function formatAgo(moment: Date, now = new Date()) {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? []
  return unit ? RELATIVE_TIME.format(-Math.floor(seconds / length), unit) : 'just now'
}
