// Preloaded into processes that watch-heartbeat.js watches: tells their parent that the event loop still runs.
process.on('message', (message) => {
  if (message === 'ping' && process.connected) process.send('pong', () => {})
})
