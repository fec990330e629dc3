// Guards a PostgreSQL server: if its parent process ends without stopping it, this one stops the server and deletes its
// folder if given (`node guard-process.js [FOLDER]`). Receives the server's process id in messages.
import fs from 'node:fs'

const [folder] = process.argv.slice(2)
let pid

process.on('message', (message) => {
  pid = message
})
process.on('disconnect', () => {
  try {
    // An immediate shutdown if the folder is deleted anyway, else a fast one with a checkpoint.
    if (pid) process.kill(pid, folder ? 'SIGQUIT' : 'SIGINT')
  } catch {}
  if (folder) setTimeout(() => fs.rmSync(folder, { recursive: true, force: true }), 1_000)
})
// Ignores signals to the parent's process group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
