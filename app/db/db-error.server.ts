/** SQLSTATEs that say the database cannot do it now, whatever is asked. Two letters stand for a whole class. */
const UNAVAILABLE_CODES = [
  '08', // connection
  '53', // out of memory, disk or connections
  '57', // cancelled (the statement took too long), shutting down, starting up
  '58', // its disk failed
  '28', // it does not let us in
  '3D', // the database is not there
  '25006', // read only
  '25P02', // an earlier statement of the transaction failed
  '25P03', // idle in a transaction for too long
  '25P04', // the transaction took too long
  '40', // serialization, deadlock
  '55P03', // a lock was not to be had in time
  '42501', // the role may not
]

/** SQLSTATEs that say a value cannot be kept: a NUL, a broken id, a number too big. */
const BAD_VALUE_CODES = ['22021', '22P05', '22P02', '22003', '22007', '22008']

const NETWORK_ERROR = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/
// pg says these without a code.
const ERROR_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** What kind of failure an error from the database is; undefined for a bug of ours. */
export function classifyDbError(error: unknown): 'database' | 'input' | undefined {
  if (!(error instanceof Error)) return
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  if (typeof code === 'string') {
    if (BAD_VALUE_CODES.includes(code)) return 'input'
    if (code.length === 5 && UNAVAILABLE_CODES.some((prefix) => code.startsWith(prefix)) && !NETWORK_ERROR.test(code))
      return 'database'
    if (NETWORK_ERROR.test(code)) return 'database'
  }
  if (ERROR_MESSAGES.test(error.message)) return 'database'
  // A host with several addresses fails once for each.
  if (Array.isArray(errors) && errors.length > 0) return classifyDbError(errors[0])
  return classifyDbError(error.cause)
}

/** True for an error that says that no server answers at all: not there, starting, stopping, or silent. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  if (typeof code === 'string' && (NETWORK_ERROR.test(code) || code.startsWith('57P'))) return true
  if (/^(Connection terminated|timeout expired|Query read timeout)/.test(error.message)) return true
  return Array.isArray(errors) && isDatabaseUnreachable(errors[0])
}

/** True for a transaction that lost a race and may simply be run again. */
export function isRetryable(error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === '40001' || code === '40P01'
}
