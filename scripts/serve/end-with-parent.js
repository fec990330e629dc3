// Loaded into a child process before its own code. The channel closes when the parent is gone, however it went.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
