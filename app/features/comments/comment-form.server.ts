import { z } from 'zod'
import { text } from '~/http/forms.server'
import { COMMENT_BODY_MAX } from './comment'

export const commentForm = z.object({ body: text('Comment', COMMENT_BODY_MAX) })
export type CommentForm = z.infer<typeof commentForm>
