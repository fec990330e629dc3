import { z } from 'zod'
import { paragraphs, required } from '~/http/fields.server'
import { COMMENT_BODY_MAX } from './comment'

export const commentForm = z.object({ body: required('Comment', paragraphs(COMMENT_BODY_MAX)) })
export type CommentValues = z.infer<typeof commentForm>
