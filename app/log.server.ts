import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { env } from './env.server'
import { errorKey, makeErrorCounts } from './error-counts.server'
import { findRequestContext } from './request-context.server'

const LEVELS = { production: 'info', development: 'warn', test: 'silent' } as const

// Buffered: one write for each line would cost more than serving a cached page.
const output = pino.destination({ fd: 1, sync: false, minLength: 16_000, periodicFlush: 100 })
// Writing to a closed terminal must not end a process that is stopping.
output.on('error', () => {})

/**
 * Creates the logger. A repeated warning or error is logged once a second, with the number of repetitions (`count`) and
 * the ids of the first requests (`ids`).
 */
export function makeLog(level: string, output: DestinationStream) {
  const tally = makeErrorCounts<{ write: () => LogFn; fields: object; message: string }>(
    ({ write, fields, message }, count, ids) => write()({ ...fields, count, ...(ids.length > 0 && { ids }) }, message),
  )
  let isSummary = false
  const log: Logger = pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ id: findRequestContext()?.id }),
      serializers: { err: describeError },
      // A safety net: callers must not pass these at all.
      redact: {
        paths: ['password', 'token', 'cookie', 'email', 'secret', 'authorization', 'address'].flatMap((name) => [
          name,
          `*.${name}`,
          `*.*.${name}`,
        ]),
        censor: '[hidden]',
      },
      hooks: {
        logMethod(args, method, level) {
          if (isSummary || level < WARN || level >= FATAL || !isRepeated(args, level)) method.apply(this, args)
        },
      },
    },
    output,
  )

  function isRepeated(args: unknown[], level: number) {
    const [first, second] = args
    const message = String(typeof first === 'string' ? first : second)
    const error = (first as { err?: unknown } | undefined)?.err
    const write = () => (level === WARN ? log.warn : log.error).bind(log) as LogFn
    const line = { write, fields: { err: error && new KnownError(error) }, message }
    return tally.isRepeated(errorKey(level, message, error), line, findRequestContext()?.id)
  }

  return {
    log,
    /** Logs the counts of repeated errors. */
    sumUp() {
      isSummary = true
      tally.flush()
      isSummary = false
    },
  }
}

const [WARN, FATAL] = [pino.levels.values.warn!, pino.levels.values.fatal!]

/** An error that was logged with its stack before. */
class KnownError {
  constructor(readonly error: unknown) {}
}

let timed = { at: 0, text: '' }

const level = env.LOG_LEVEL ?? LEVELS[env.NODE_ENV]
const { log, sumUp } = makeLog(level, output)
setInterval(sumUp, 1_000).unref()

/**
 * Logs the line of each request to the same place. It hides nothing and adds no id, because the caller's fields are
 * known to be safe: for a cached page, those checks would take longer than all other work on the request.
 */
export const accessLog = makeAccessLog(level, output)

export function makeAccessLog(level: string, output: DestinationStream): Logger {
  return pino(
    { level, base: undefined, timestamp: isoTime, formatters: { level: (label) => ({ level: label }) } },
    output,
  )
}

/** Like pino's `isoTime`, but requests within the same millisecond share one text. */
function isoTime() {
  const now = Date.now()
  if (now !== timed.at) timed = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return timed.text
}

/** Logs JSON lines to standard output. Never pass form data, headers or addresses. */
export { log }

/** Writes buffered lines before the process exits. */
export function flushLog() {
  try {
    sumUp()
    output.flushSync()
  } catch {
    // Standard output may be closed already.
  }
}

/**
 * The loggable part of an error. Database errors carry row data (`detail`, `parameters`), so only named properties are
 * used, and secrets are removed from their text.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (error instanceof KnownError) {
    const described = describeError(error.error)
    return typeof described === 'string' ? described : { ...(described as object), stack: undefined, cause: undefined }
  }
  if (error instanceof Response)
    return describeError((error as { cause?: unknown }).cause ?? `Response ${error.status}`)
  if (!(error instanceof Error)) return hideSecrets(String(error))
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return {
    type: error.name,
    message: hideSecrets(error.message),
    code,
    constraint,
    table,
    stack: hideSecrets(error.stack ?? ''),
    cause: error.cause === undefined || depth === 3 ? undefined : describeError(error.cause, depth + 1),
  }
}

const HIDDEN: [RegExp, string][] = [
  [/\/\/[^\s/@:]*:[^\s/@]*@/g, '//[hidden]@'],
  // The lookbehind makes it linear: it starts once per word, not at each character.
  [/(?<![^\s"'<>()=,;:/])[^\s"'<>()=,;:/]+(@|%40)[\w-]+(\.[\w-]+)+/gi, '[mail]'],
  [/\b(token|password|secret|session)=[^\s&"']+/gi, '$1=[hidden]'],
  // Tokens have 43 or more characters, ids have 36.
  [/\b[\w-]{40,}/g, '[hidden]'],
]

/** Replaces email addresses, tokens and passwords in a text. */
export function hideSecrets(text: string) {
  return HIDDEN.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text)
}
