const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "2 minutes ago", for sentences that are read once. Made on the server: the clock of a browser may be wrong. */
export function formatAgo(moment: Date, now = new Date()) {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
