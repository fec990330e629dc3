/** "1 review", "1,906 reviews". */
export function counted(count: number, noun: string) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`
}
