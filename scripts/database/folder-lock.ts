import fs from 'node:fs'
import path from 'node:path'

const fileIn = (dir: string) => path.join(dir, 'owner.pid')

/**
 * Claims a data folder for this process. False when a living process holds it already; the claim of a process
 * that died is taken over.
 */
export function takeFolder(dir: string) {
  const file = fileIn(dir)
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isAlive(Number(fs.readFileSync(file, 'utf8')))) return false
    fs.writeFileSync(file, String(process.pid))
    return true
  }
}

export function releaseFolder(dir: string) {
  fs.rmSync(fileIn(dir), { force: true })
}

function isAlive(pid: number) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
