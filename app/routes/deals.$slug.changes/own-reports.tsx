import { Link } from '@remix-run/react'
import type { ModerationStatus } from '~/db/schema'
import { type Change, ChangeEntry } from '~/features/change-logs/change-entry'
import { OwnContribution } from '~/features/moderation/own-contribution'

type OwnReport = Change & { status: ModerationStatus; moderation_reason: string | null }

type OwnReportsProps = { reports: OwnReport[]; path: string; mayEdit: boolean }

/** What its author has reported and nobody else sees yet, or at all. */
export function OwnReports({ reports, path, mayEdit }: OwnReportsProps) {
  if (reports.length === 0) return null
  return (
    <section className="detail__part" aria-labelledby="own-reports">
      <h3 className="title" id="own-reports">
        Your reports
      </h3>
      {reports.map((report) => (
        <OwnContribution
          key={report.id}
          label="Your report"
          status={report.status}
          reason={report.moderation_reason}
          action={
            mayEdit ? (
              <Link className="link" to={`${path}?edit=${report.id}#report`}>
                {report.status === 'REJECTED' ? 'Edit and resubmit' : 'Edit'}
                <span className="sr-only">: {report.title}</span>
              </Link>
            ) : null
          }
        >
          <ChangeEntry change={report} />
        </OwnContribution>
      ))}
    </section>
  )
}
