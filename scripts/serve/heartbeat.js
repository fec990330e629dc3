// Preloaded into each web process: tells web-cluster.js that its event loop still runs.
process.on('message', (message) => {
  if (message === 'ping' && process.connected) process.send('pong', () => {})
})
