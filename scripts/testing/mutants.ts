// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of the project, templates among them.
/** A fault in one of the most important lines, and the tests of which at least one must fail. */
export type Mutant = { file: string; find: string; replace: string; tests: string[] }

type Change = [find: string, replace: string]

const mutate = (file: string, tests: string[], changes: Change[]): Mutant[] =>
  changes.map(([find, replace]) => ({ file, find, replace, tests }))

export const MUTANTS: Mutant[] = [
  ...mutate(
    'app/edge/document-key.ts',
    ['tests/edge/document-key.test.ts', 'tests/edge/document-cache.test.ts'],
    [
      ["if (method !== 'GET' && method !== 'HEAD') return", ''],
      ['headers.authorization || ', ''],
      [' || (headers.cookie && isPersonal(headers.cookie))', ''],
      ['isPersonal(headers.cookie)', '!isPersonal(headers.cookie)'],
      ['if (value !== null) read.set(name, value)', ''],
      ['for (const name of names) {', 'for (const name of requested.keys()) {'],
      ['key.length > MAX_LENGTH ? undefined : key', 'key'],
      ['requested.get(name)', 'requested.getAll(name).at(-1) ?? null'],
    ],
  ),
  ...mutate(
    'app/edge/document-cache.server.ts',
    ['tests/edge/document-cache.test.ts', 'tests/edge/shared-renders.test.ts'],
    [
      ['if (isFresh(found)) {', 'if (found) {'],
      ['isUpToDate(page) && performance', 'performance'],
      ["headers['set-cookie'] === undefined &&", ''],
      ["String(headers['cache-control']).startsWith('public') &&", ''],
      ["String(headers['content-type']).startsWith('text/html')", 'true'],
      ['!isPersonal &&', ''],
      ['!isIncomplete &&', ''],
      ['!dbError &&', ''],
      ['status === 200 &&', ''],
      ['if (result && isFirst) return replay', 'if (result) return replay'],
      [", Cookie' }", "' }"],
      ['if (isStored) documents.set(key, document)', ''],
      ['inFlight.get(flight) ?? render(', 'render('],
      [
        "requestInternally(app, key, { host, 'user-agent': userAgent })",
        'requestInternally(app, key, headers as Record<string, string>)',
      ],
    ],
  ),
  ...mutate(
    'app/edge/private-cookies.server.ts',
    ['tests/edge/own-cookie.test.ts'],
    [
      ['[0]!.trim())', '[0]!)'],
      ['[SESSION_COOKIE, TOAST_COOKIE]', '[SESSION_COOKIE]'],
      ['[SESSION_COOKIE, TOAST_COOKIE]', '[TOAST_COOKIE]'],
      ["header.split(';').some", "header.split(';').slice(0, 1).some"],
    ],
  ),
  ...mutate(
    'app/http/ip-address.ts',
    ['tests/http/ip-address.test.ts'],
    [
      ['hops === 0 || ', ''],
      ['entries.length - hops, 0', '0, 0'],
      ['entries.length - hops, 0', 'entries.length - 1, 0'],
      ['entries.length - hops, 0', 'entries.length - hops - 1, 0'],
      ['?? direct', "?? 'unknown'"],
      ['`${address}/64`', '`${address}/80`'],
      ['ipaddr.process(bare)', 'ipaddr.parse(bare)'],
      ["net.isIP(bare) ? ipaddr.process(bare).toString() : ''", 'bare'],
    ],
  ),
  ...mutate(
    'app/features/clicks/visitor-key.server.ts',
    ['tests/features/clicks-visitor-key.test.ts'],
    [
      ["hash('visitor of', today, visitor)", "hash('visitor of', visitor)"],
      ["hash('repeat at', dealId, visitor)", "hash('repeat at', visitor)"],
      ["hash('repeat at', dealId, visitor)", "hash('repeat at', dealId)"],
      ['user?.id ?? ', ''],
      ["\\n${request.headers.get('User-Agent')}", ''],
      ['clientNetwork()}', "''}"],
      ["signingKey('visitor keys')", "'visitor keys'"],
    ],
  ),
  ...mutate(
    'app/http/formula-cell.ts',
    ['tests/features/csv-import-formula-cells.test.ts'],
    [
      ["/^'*[=", '/^[='],
      ['[=+', '[+'],
      ['=+\\-@', '=\\-@'],
      ['+\\-@', '+@'],
      ['\\-@', '\\-'],
      ['\\t\\r', '\\r'],
      ['＝＋－＠', ''],
      ['cell.slice(1)', 'cell'],
      ["FORMULA.test(cell) ? `'${cell}` : cell", 'cell'],
    ],
  ),
  ...mutate(
    'app/http/session-cookie.server.ts',
    ['tests/features/accounts-sessions.test.ts', 'tests/features/accounts-sign-in.test.ts'],
    [
      ["secrets: signingKeys('session cookie'),", ''],
      ['httpOnly: true', 'httpOnly: false'],
      ["sameSite: 'lax'", "sameSite: 'none'"],
    ],
  ),
  ...mutate(
    'app/features/accounts/profile.ts',
    [
      'tests/features/accounts-rights.test.ts',
      'tests/features/moderation.test.ts',
      'tests/features/accounts-users.test.ts',
    ],
    [
      ["isActive(person) && person.role !== 'USER'", "person.role !== 'USER'"],
      ["isActive(person) && person.role === 'ADMIN'", "person.role === 'ADMIN'"],
      ["isActive(person) && person.role !== 'USER'", 'isActive(person)'],
      ['isAdmin(actor) && actor.id !== target.id', 'isAdmin(actor)'],
      ["(isAdmin(actor) || target.role !== 'ADMIN')", 'true'],
      ['(isAdmin(actor) || actor.id !== authorId)', 'true'],
    ],
  ),
  ...mutate(
    'app/features/accounts/guards.server.ts',
    ['tests/routes/admin-users.test.ts', 'tests/routes/account.test.ts', 'tests/routes/deal-writing.test.ts'],
    [
      ['if (has(user)) return user', 'return user'],
      ['if (!isActive(user)) throw forbidden(SUSPENDED_TEXT)', ''],
      ['if (!user) throw redirect(signInPath(request))', ''],
    ],
  ),
  ...mutate(
    'app/features/price-history/price-history.ts',
    ['tests/features/price-history.test.ts'],
    [
      ['< toCents(lowest)', '> toCents(lowest)'],
      ['=== null ? new Date(latest.recorded_at) : now', '=== undefined ? new Date(latest.recorded_at) : now'],
      ['&& toCents(latest) < Math.max(...prices)', ''],
      [' && point.currency === currency', ''],
    ],
  ),
  ...mutate(
    'migrations/2026-11-22-05_price_history_and_redirects.ts',
    ['tests/database/history.test.ts'],
    [
      ['where deal_price is not null or original_price is not null;', ';'],
      ['deal_price is not null or original_price is not null', 'deal_price is not null'],
      ['is distinct from (old_rows.original_price, old_rows.deal_price, old_rows.currency)', 'is not null'],
    ],
  ),
  ...mutate(
    'migrations/2026-11-22-11_content_announcements.ts',
    ['tests/database/announcements.test.ts'],
    [
      ["if tg_op <> 'INSERT' then is_public := exists (select from old_rows where published); end if;", ''],
      ['is_public or exists (select from new_rows where published)', 'is_public'],
      ["(tg_op <> 'INSERT' and old.status = 'APPROVED') or ", ''],
      [" or (tg_op <> 'DELETE' and new.status = 'APPROVED')", ''],
      ['exists (select from old_rows where published)', 'true'],
      ["['reviews', 'change_logs', 'comments']", "['reviews', 'comments']"],
      ["['deal_pros_cons', 'deal_faqs']", "['deal_faqs']"],
      ["['categories', 'platforms', 'seo_metadata']", "['categories', 'platforms']"],
    ],
  ),
]
