/** SQLSTATEs of a database that is temporarily unable to run queries. Two characters mean a whole class. */
const UNAVAILABLE_CODES = [
  '08', // connection
  '53', // out of memory, disk or connections
  '57', // cancelled (the statement took too long), shutting down, starting up
  '58', // system error, such as a failed disk
  '28', // authorization failed
  '3D', // no such database
  '25006', // read only
  '25P02', // an earlier statement of the transaction failed
  '25P03', // idle in a transaction for too long
  '25P04', // the transaction took too long
  '40', // serialization, deadlock
  '55P03', // lock not available in time
  '42501', // insufficient privilege
]

/** SQLSTATEs of values that cannot be stored: a NUL, an invalid id, a number out of range. */
const BAD_VALUE_CODES = ['22021', '22P05', '22P02', '22003', '22007', '22008']

const NETWORK_ERROR = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/
// pg throws these without a code.
const ERROR_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** The kind of a database error: unavailable, or an invalid value. Undefined for anything else, which is a bug. */
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
  // A host with several addresses gives one error for each.
  if (Array.isArray(errors) && errors.length > 0) return classifyDbError(errors[0])
  return classifyDbError(error.cause)
}

/** True for an error without any response: server down, starting, stopping, or silent. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  if (typeof code === 'string' && (NETWORK_ERROR.test(code) || code.startsWith('57P'))) return true
  if (/^(Connection terminated|timeout expired|Query read timeout)/.test(error.message)) return true
  return Array.isArray(errors) && isDatabaseUnreachable(errors[0])
}

/** Keys of vendors and products that were found and then merged away by another transaction; they are found anew. */
const FOUND_KEYS = [
  'deals_vendor_id_fkey',
  'deals_product_id_fkey',
  'products_vendor_id_fkey',
  'product_differences_product_id_fkey',
  'product_differences_other_id_fkey',
]

/** True for a deadlock, a serialization failure and a merge in between, after which the transaction can be run again. */
export function isRetryable(error: unknown) {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: string }
  return code === '40001' || code === '40P01' || (code === '23503' && FOUND_KEYS.includes(constraint ?? ''))
}

/** True for a statement that ran into its time limit. */
export const isStatementTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '57014'
