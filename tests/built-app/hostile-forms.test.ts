import { testHostileForms } from './hostile-forms'

/** One form of each kind: of visitors, of members, with lists, and with a file. `npm run test:long` sends all to all. */
const KINDS = ['routes/contact', 'routes/account_.settings', 'routes/admin.deals.new', 'routes/admin.csv-import']

await testHostileForms((routeId) => KINDS.includes(routeId))
