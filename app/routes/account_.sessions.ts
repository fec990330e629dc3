import { movedTo } from '~/http/responses.server'

/** The former page of the sessions. */
export const loader = () => movedTo('/account/security#sessions')
