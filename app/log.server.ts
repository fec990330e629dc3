import pino, { type DestinationStream, type LogFn, type Logger } from 'pino'
import { env } from './env.server'
import { errorKey, makeErrorCounts } from './error-counts.server'
import { findRequestContext } from './request-context.server'

const LEVELS = { production: 'info', development: 'warn', test: 'silent' } as const

// Lines are collected for a moment and written together: one write each would cost more than a cached page.
const output = pino.destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100 })
// A closed terminal takes no lines any more, which must not end a process that is stopping in order.
output.on('error', () => {})

/**
 * Makes a log that writes a warning or an error that comes again once a second, with how often it came (`count`) and in
 * which requests (`ids`, the first of them).
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
      // Should a caller forget that, these names still give nothing away.
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
    const line = { write, fields: { err: error && new Known(error) }, message }
    return tally.isRepeated(errorKey(level, message, error), line, findRequestContext()?.id)
  }

  return {
    log,
    /** Writes how often what was written before has come again. */
    sumUp() {
      isSummary = true
      tally.flush()
      isSummary = false
    },
  }
}

const [WARN, FATAL] = [pino.levels.values.warn!, pino.levels.values.fatal!]

/** An error whose stack the log has already. */
class Known {
  constructor(readonly error: unknown) {}
}

const { log, sumUp } = makeLog(env.LOG_LEVEL ?? LEVELS[env.NODE_ENV], output)
setInterval(sumUp, 1_000).unref()

/** One line of JSON each, on standard output. Never hand it a form, a header or an address: say what happened. */
export { log }

/** Writes out what is still held back, before the process ends. */
export function flushLog() {
  try {
    sumUp()
    output.flushSync()
  } catch {
    // Standard output may be closed already; then nobody is left to tell.
  }
}

/**
 * What of an error may be written down. A database error carries the row it was about (`detail`, `parameters`), so
 * only named properties are taken, and their text is cleaned.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (error instanceof Known) {
    const described = describeError(error.error)
    return typeof described === 'string' ? described : { ...(described as object), stack: undefined, cause: undefined }
  }
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
  [/[^\s"'<>()=,;:/]+(@|%40)[\w-]+(\.[\w-]+)+/gi, '[mail]'],
  [/\b(token|password|secret|session)=[^\s&"']+/gi, '$1=[hidden]'],
  // Our tokens are 43 characters and more; an id has 36.
  [/\b[\w-]{40,}/g, '[hidden]'],
]

/** Takes mail addresses, tokens and passwords out of a text. */
export function hideSecrets(text: string) {
  return HIDDEN.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text)
}
