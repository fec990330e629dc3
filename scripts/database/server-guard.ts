import { spawn } from 'node:child_process'
import path from 'node:path'

export type Guard = {
  /** Sets the server process to stop if this process dies; undefined while there is none. */
  protect(pid: number | undefined): void
  release(): void
}

/** Starts the guard process, which deletes `folder` too. */
export function startGuard(folder?: string): Guard {
  const args = [path.join(import.meta.dirname, 'guard-process.js'), ...(folder ? [folder] : [])]
  const guard = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true })
  // The guard outlives this process, so it must not keep it alive.
  guard.unref()
  guard.channel?.unref()
  guard.on('error', () => {})
  return {
    protect: (pid) => void (guard.connected && guard.send(pid ?? 0, () => {})),
    release: () => void guard.kill('SIGKILL'),
  }
}
