import fs from 'node:fs'

/**
 * Resident memory in megabytes of the largest process with an environment variable such as `PORT=3000`. 0 on systems
 * without /proc.
 */
export function memoryOf(setting: string) {
  let most = 0
  for (const id of fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
    try {
      if (!fs.readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(setting)) continue
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
      most = Math.max(most, Number(kilobytes ?? 0) / 1024)
    } catch {
      // The process ended meanwhile or belongs to another user.
    }
  }
  return most
}

/** Samples the memory every 100 ms. The returned function stops sampling and returns the maximum in megabytes. */
export function watchMemory(setting: string) {
  let most = memoryOf(setting)
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(setting))
  }, 100)
  return () => {
    clearInterval(watch)
    return Math.max(most, memoryOf(setting))
  }
}
