import type { Kind } from './kinds'
import { changeLogModule } from './kinds/change-log.server'
import { commentModule } from './kinds/comment.server'
import { contactMessageModule } from './kinds/contact-message.server'
import type { KindModule } from './kinds/kind-module.server'
import { reviewModule } from './kinds/review.server'

// Each module only ever reads the extra columns that it selected itself.
const MODULES = {
  change_log: changeLogModule,
  review: reviewModule,
  comment: commentModule,
  contact_message: contactMessageModule,
} as Record<Kind, KindModule>

/** The server parts of the kinds; their words are in `kinds.ts`. */
export const moduleOf = (kind: Kind) => MODULES[kind]
