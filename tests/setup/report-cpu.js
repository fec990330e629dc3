// Preloaded into the built app by tests: reports its CPU time in milliseconds on request.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send({ cpu: (user + system) / 1_000 })
})
