// Runs in a thread of its own (passwords.server.ts), where a tenth of a second of arithmetic holds nobody up.
import bcrypt from 'bcryptjs'

export const hash = ({ password, cost }) => bcrypt.hashSync(password, cost)
export const compare = ({ password, hash }) => bcrypt.compareSync(password, hash)
