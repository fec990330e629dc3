// Waits beside a PostgreSQL: when the process that started it is gone without having stopped it, ends the server and
// removes its folder where one is named (`node guard-process.js [FOLDER]`). Is told the process id in messages.
import fs from 'node:fs'

const [folder] = process.argv.slice(2)
let pid

process.on('message', (message) => {
  pid = message
})
process.on('disconnect', () => {
  try {
    // An immediate shutdown where nothing is worth a checkpoint, else a fast one.
    if (pid) process.kill(pid, folder ? 'SIGQUIT' : 'SIGINT')
  } catch {}
  if (folder) setTimeout(() => fs.rmSync(folder, { recursive: true, force: true }), 1_000)
})
// Signals for the group of the starting process are not meant for the guard.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
