import type { LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { CommentList } from '~/features/comments/comment-list'
import { listApprovedComments } from '~/features/comments/comments.server'
import { findPublishedDealTitle } from '~/features/deals/deal-page.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { publicPageHeaders } from '~/http/public-page'
import { notFound } from '~/http/responses.server'
import { EmptyState } from '~/ui/empty-state'
import { Gate } from '~/ui/gate'
import { useIsVisitor } from './deals.$slug/visitor'

export async function loader({ params }: LoaderFunctionArgs) {
  const deal = await findPublishedDealTitle(params.slug!)
  if (!deal) throw notFound('Deal')

  const comments = await listApprovedComments(deal.id)
  const path = `/deals/${deal.slug}/comments`
  const head = pageHead({
    title: `${deal.title}: comments`,
    description: `Questions and answers of buyers about the ${deal.title} lifetime deal.`,
    path,
  })
  return { path, comments, head }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CommentsTab() {
  const { path, comments } = useLoaderData<typeof loader>()
  const isVisitor = useIsVisitor()
  return (
    <>
      {comments.length === 0 ? (
        <EmptyState icon="message-square-dashed" title="No comments yet" />
      ) : (
        <CommentList comments={comments} />
      )}
      {isVisitor ? <Gate text="Please sign in to comment" path={path} /> : null}
    </>
  )
}
