import fs from 'node:fs'

/**
 * Resident megabytes of the largest process that was started with this setting, such as `PORT=3000`; 0 where the
 * system does not tell.
 */
export function memoryOf(setting: string) {
  let most = 0
  for (const id of fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []) {
    try {
      if (!fs.readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(setting)) continue
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
      most = Math.max(most, Number(kilobytes ?? 0) / 1024)
    } catch {
      // It ended meanwhile, or is somebody else's.
    }
  }
  return most
}

/** Watches until it is stopped, and then gives the most that there was, in megabytes. */
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
