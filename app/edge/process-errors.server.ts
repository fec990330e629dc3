import type { Server } from 'node:http'
import { log } from '~/log.server'
import { stop } from './stop.server'

/**
 * An exception nobody caught leaves the process in an unknown state: it is logged, what is under way gets its answer,
 * and the process ends for its supervisor to start again. A promise nobody waited for is logged and no more: a visitor
 * who leaves half way can cause one, and must not be able to end the site.
 */
export function handleProcessErrors(findServer: () => Server | undefined) {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Uncaught exception')
    void stop(findServer(), 1)
  })
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'Unhandled rejection'))
}
