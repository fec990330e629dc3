import fs from 'node:fs'

type Process = { pid: number; parent: number; command: string }

/** The running processes of a Linux system. */
function listProcesses(): Process[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, state, parent] = /\) (\S) (\d+)/.exec(fs.readFileSync(`/proc/${name}/stat`, 'utf8'))!
        const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        // The process ended meanwhile.
        return []
      }
    })
}

/** A process and all its descendants. */
export function listDescendants(root: number): Process[] {
  const all = listProcesses()
  const found = all.filter(({ pid }) => pid === root)
  for (let next = 0; next < found.length; next++) {
    found.push(...all.filter(({ parent }) => parent === found[next]!.pid))
  }
  return found
}

export function isAlive(pid: number) {
  return listProcesses().some((process) => process.pid === pid)
}

/** Sends a signal to a process that may have ended already. */
export function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
