// Preloaded into processes that watch-heartbeat.js watches: answers their parent while the event loop runs.
process.on('message', (message) => {
  if (message === 'ping' && process.connected) process.send('pong', () => {})
})
