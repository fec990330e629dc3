import os from 'node:os'
import path from 'node:path'

/** The server's settings: nobody is counted, because all requests come from one address. */
export const QUIET = {
  RATE_LIMIT: '0',
  WEB_CONCURRENCY: '1',
  LOG_LEVEL: 'silent',
  SESSION_SECRET: 'f3b1c0de59a7428e96d4be0712ac58f3',
  DATA_DIR: path.join(os.tmpdir(), 'ledger-bench'),
}
