import { formatSize } from '~/features/operations/system-text'
import { Tallies, Tally } from '~/ui/tally'

type SystemTalliesProps = {
  jobs: { waiting: number; failed: number }[] | null
  disk: { free: number; all: number } | null
  /** Undefined where no backups are made, null for none yet. */
  backup: { bytes: number; made: string } | null | undefined
  database: { bytes: number } | null
}

export function SystemTallies({ jobs, disk, backup, database }: SystemTalliesProps) {
  const sum = (of: 'waiting' | 'failed') => (jobs ?? []).reduce((total, job) => total + job[of], 0)
  return (
    <Tallies>
      {jobs ? (
        <Tally label={`jobs wait, ${sum('failed')} failed`}>{sum('waiting').toLocaleString('en-US')}</Tally>
      ) : null}
      {database ? <Tally label="database">{formatSize(database.bytes)}</Tally> : null}
      {disk ? <Tally label={`free of ${formatSize(disk.all)} on the disk`}>{formatSize(disk.free)}</Tally> : null}
      {backup === undefined ? null : (
        <Tally label={backup ? `last backup, ${backup.made}` : 'no backup yet: one is made every night'}>
          {backup ? formatSize(backup.bytes) : '–'}
        </Tally>
      )}
    </Tallies>
  )
}
