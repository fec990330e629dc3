import { z } from 'zod'
import { paragraphs } from '~/http/field-parsers.server'
import { required } from '~/http/field-schemas.server'
import { COMMENT_BODY_MAX } from './comment'

export const commentForm = z.object({ body: required('Comment', paragraphs(COMMENT_BODY_MAX)) })
export type CommentForm = z.infer<typeof commentForm>
