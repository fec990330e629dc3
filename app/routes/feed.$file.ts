import { gone } from '~/http/responses.server'

/** The private feed of a member, which feed readers may still ask for. */
export const loader = () => gone('Private feeds are no longer offered. Notifications are in your account.')
