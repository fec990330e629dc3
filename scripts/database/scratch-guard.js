// Waits beside a scratch server: when the process that started it is gone without having stopped it, ends the server
// and removes its folder. Arguments: the folder.
import fs from 'node:fs'
import path from 'node:path'

const [dir] = process.argv.slice(2)

process.on('disconnect', () => {
  try {
    const pid = Number(fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    // An immediate shutdown: nothing in there is worth a checkpoint.
    process.kill(pid, 'SIGQUIT')
  } catch {}
  setTimeout(() => fs.rmSync(dir, { recursive: true, force: true }), 1_000)
})
// Signals for the group of the starting process are not meant for the guard.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
