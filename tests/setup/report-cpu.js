// Loaded into the built app by tests that measure it: tells its CPU time so far, in milliseconds, whenever it is asked.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send({ cpu: (user + system) / 1_000 })
})
