// Loaded into a child process before its own code. The IPC channel closes when the parent ends for any reason.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
