import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react'
import { ErrorScreen, NotFound } from '~/ui/error-screen'

type Alternative = { slug: string; title: string }

export function MissingDealScreen() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 503) return <ErrorScreen />
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410)) throw error
  const text =
    error.status === 410 ? 'It was removed and is no longer on the record.' : 'It may have been renamed or removed.'
  const alternatives: Alternative[] = error.data?.alternatives ?? []
  return (
    <NotFound
      status={error.status}
      heading="Deal not found"
      text={text}
      back={{ to: '/deals', label: 'Back to Deals' }}
    >
      {alternatives.length > 0 ? (
        <div>
          <p className="font-semibold">Did you mean one of these?</p>
          <ul className="mt-1 grid gap-1">
            {alternatives.map(({ slug, title }) => (
              <li key={slug}>
                <Link className="link" to={`/deals/${slug}`}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </NotFound>
  )
}
