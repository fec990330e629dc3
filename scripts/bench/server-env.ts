import os from 'node:os'
import path from 'node:path'

/**
 * Settings of the measured servers, which are otherwise those that users run with, the log included. Rate limiting is
 * off, because all requests come from one address.
 */
export const SERVER_ENV = {
  RATE_LIMIT: '0',
  LINK_CHECKS: '0',
  WEB_CONCURRENCY: '1',
  SESSION_SECRET: 'f3b1c0de59a7428e96d4be0712ac58f3',
  DATA_DIR: path.join(os.tmpdir(), 'ledger-bench'),
}
