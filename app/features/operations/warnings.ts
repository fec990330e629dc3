const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const GB = 1024 ** 3

const LATE_AFTER = 10 * MINUTE
const BACKUP_AFTER = 2 * DAY
const LITTLE_SPACE = { share: 0.1, bytes: 2 * GB }

/** What was read of the system; null for what could not be read. */
type State = {
  now: Date
  jobs: { task: string; failed: number; overdue_since: Date | null }[] | null
  processes: { web: number; workers: number }[] | null
  pending: string[] | null
  mailsFailed: number | null
  linksInOutage: number | null
  disk: { free: number; all: number } | null
  /** Undefined where no backups are made here. */
  backup: { madeAt: Date } | null | undefined
  startedAt: Date
}

/** What an operator should look at, in sentences; the most pressing first. */
export function findWarnings(state: State): string[] {
  return [
    ...ofDisk(state),
    ...ofProcesses(state),
    ...ofJobs(state),
    ...ofBackup(state),
    ...ofMails(state),
    ...ofLinks(state),
  ]
}

function ofDisk({ disk, pending }: State) {
  const isLittle = disk && (disk.free < LITTLE_SPACE.bytes || disk.free < LITTLE_SPACE.share * disk.all)
  return [
    ...(isLittle ? ['The disk is almost full. When it is, nothing more can be saved.'] : []),
    ...(pending?.length
      ? [`The database lacks ${pending.length} migrations. Start this version once to apply them.`]
      : []),
  ]
}

function ofProcesses({ processes }: State) {
  const workers = processes?.reduce((sum, place) => sum + place.workers, 0)
  return workers === 0 ? ['No job worker is running: mails wait, and imports do not go on.'] : []
}

function ofJobs({ jobs, now }: State) {
  const failed = (jobs ?? []).reduce((sum, job) => sum + job.failed, 0)
  const late = (jobs ?? []).filter(({ overdue_since: since }) => since && now.getTime() - since.getTime() > LATE_AFTER)
  return [
    ...(failed === 1 ? ['A job has failed and will not be tried again by itself.'] : []),
    ...(failed > 1 ? [`${failed} jobs have failed and will not be tried again by themselves.`] : []),
    ...(late.length > 0 ? [`Jobs wait for longer than 10 minutes: ${late.map(({ task }) => task).join(', ')}.`] : []),
  ]
}

function ofBackup({ backup, now, startedAt }: State) {
  if (backup === undefined) return []
  // A new site has its first night before it.
  const since = backup?.madeAt ?? startedAt
  const isOld = now.getTime() - since.getTime() > BACKUP_AFTER
  return isOld ? ['There has been no backup for two days. The log says why.'] : []
}

function ofMails({ mailsFailed }: State) {
  if (!mailsFailed) return []
  return [
    `${mailsFailed === 1 ? 'A mail was' : `${mailsFailed} mails were`} given up within a day. The audit log says which.`,
  ]
}

function ofLinks({ linksInOutage }: State) {
  if (!linksInOutage) return []
  const links = `${linksInOutage.toLocaleString('en-US')} ${linksInOutage === 1 ? 'link' : 'links'}`
  return [
    `The last link check did not reach ${links} because of an outage here. None of them counts as failed. Check the network.`,
  ]
}
