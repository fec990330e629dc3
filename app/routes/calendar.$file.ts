import { gone } from '~/http/responses.server'

/** The private calendar of a member, which calendar programs may still ask for. */
export const loader = () => gone('Private calendars are no longer offered. Refund deadlines are under My Purchases.')
