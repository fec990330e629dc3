import { Link } from '@remix-run/react'
import { ChangeEntry } from '~/features/contributions/change-logs/change-entry'
import type { listOwnReports } from '~/features/contributions/change-logs/change-reports.server'
import { OwnContribution } from '~/features/contributions/members/own-contribution'

type OwnReportsProps = { reports: Awaited<ReturnType<typeof listOwnReports>>; path: string; canEdit: boolean }

/** The reports of the reader that are not published. */
export function OwnReports({ reports, path, canEdit }: OwnReportsProps) {
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
          contribution={report}
          action={
            canEdit ? (
              <Link className="link" to={`${path}?edit=${report.id}#report`}>
                {report.status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
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
