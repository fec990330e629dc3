import { env } from '~/env.server'

/**
 * What every connection of the app has in common. Its time zone is UTC, whatever the default of the database: days of
 * deals and of figures are days in UTC.
 *
 * @param settings further settings of the session, as options of the command line of `postgres`
 */
export function connectionConfig(application_name: string, settings = '') {
  return {
    connectionString: env.DATABASE_URL,
    application_name,
    options: `-c timezone=UTC ${settings}`,
  }
}

/** The same for a connection that must stay the same, which a pooler does not promise: LISTEN, locks of a session. */
export function directConnectionConfig(application_name: string) {
  return { ...connectionConfig(application_name), connectionString: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL }
}
