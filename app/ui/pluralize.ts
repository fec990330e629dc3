/** "1,906" */
export const formatCount = (count: number) => count.toLocaleString('en-US')

/** "1 review", "1,906 reviews". */
export function pluralize(count: number, noun: string, plural = `${noun}s`) {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

/** The maximum that staff screens count exactly; larger counts are slow. */
export const COUNT_CAP = 10_000

/** "1,906", or "10,000+" above the cap. */
export function cappedCount(count: number) {
  return count > COUNT_CAP ? `${formatCount(COUNT_CAP)}+` : formatCount(count)
}
