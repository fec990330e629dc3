import { spawn } from 'node:child_process'

/**
 * Ends a process, or the group of a negative id, when this process ends without doing so, even by SIGKILL; and deletes a
 * folder if given. The guard is a shell that waits for its input to be closed.
 *
 * @returns a function that ends the guard
 */
export function guardProcess(pid: number, signal: 'INT' | 'QUIT' | 'KILL', folder = '') {
  const script = 'read _; kill -s "$1" -- "$2"; [ -z "$3" ] || { sleep 1; rm -rf "$3"; }'
  const stdio = ['pipe', 'ignore', 'ignore'] as const
  // In its own process group, because signals to that of this process are not for the guard.
  const guard = spawn('sh', ['-c', script, 'guard', signal, String(pid), folder], { stdio: [...stdio], detached: true })
  guard.on('error', () => {})
  // The guard must not keep this process alive.
  guard.unref()
  ;(guard.stdin as import('node:net').Socket).unref()
  return () => void guard.kill('SIGKILL')
}
