// Loaded into every process by NODE_OPTIONS. Those of a site load their code for a long time, or fail.
import cluster from 'node:cluster'

if (cluster.isWorker && process.env.LOAD === 'broken') process.exit(7)
// The event loop does not run, as while modules are loaded.
if (cluster.isWorker) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25_000)
