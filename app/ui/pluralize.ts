/** "1 review", "1,906 reviews". */
export function pluralize(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`
}

/** Up to where staff screens count: beyond it a number helps nobody and takes long. */
export const COUNT_CAP = 10_000

/** "1,906"; "10,000+" for whatever was counted only up to the cap. */
export function cappedCount(count: number) {
  return count > COUNT_CAP ? `${COUNT_CAP.toLocaleString('en-US')}+` : count.toLocaleString('en-US')
}
