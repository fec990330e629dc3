import pino from 'pino'
import { findRequestContext } from './edge/context.server'
import { env } from './env.server'

const LEVELS = { production: 'info', development: 'warn', test: 'silent' } as const

// Lines are collected for a moment and written together: one write each would cost more than a cached page.
const output = pino.destination({ fd: 1, sync: false, minLength: 4_096, periodicFlush: 100 })

/** One line of JSON each, on standard output. Never hand it a form, a header or an address: say what happened. */
export const log = pino(
  {
    level: env.LOG_LEVEL ?? LEVELS[env.NODE_ENV],
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
  },
  output,
)

/** Writes out what is still held back, before the process ends. */
export function flushLog() {
  try {
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
