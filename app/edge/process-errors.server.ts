import type { Server } from 'node:http'
import { log } from '~/log.server'
import { stop } from './stop.server'

/**
 * An uncaught exception leaves the process in an unknown state: it is logged, running requests finish, and the process
 * exits for its supervisor to restart. An unhandled rejection is only logged: a client that disconnects can cause one
 * and must not be able to stop the site.
 */
export function handleProcessErrors(findServer: () => Server | undefined) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception')
    void stop(findServer(), 1)
  })
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'Unhandled rejection'))
}
