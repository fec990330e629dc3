// Loaded into every child process before its own code.
import cluster from 'node:cluster'
import net from 'node:net'

if (cluster.isWorker) {
  // A closed terminal signals all processes. The primary process stops them in order.
  process.on('SIGHUP', () => {})
  // remix-serve prints an address of the machine for each process, which is not SITE_URL and may be unreachable;
  // `npm start` prints the address of the site itself.
  const print = console.log
  console.log = (...args) => {
    if (!String(args[0]).startsWith('[remix-serve]')) print(...args)
  }
  // Its code is loaded when it is about to listen, and before it gets a connection.
  const { listen } = net.Server.prototype
  net.Server.prototype.listen = function listenOnceLoaded(...args) {
    if (process.connected) process.send('loaded', () => {})
    return listen.apply(this, args)
  }
} else {
  // Ends with its parent: the IPC channel closes when that ends for any reason. Workers of a cluster do so by themselves.
  process.channel?.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
// Answers the pings of the primary process while the event loop runs, so not while code is loaded.
process.on('message', (message) => {
  if (message === 'ping' && process.connected) process.send('pong', () => {})
})
