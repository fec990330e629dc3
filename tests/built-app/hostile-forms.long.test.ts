import { testHostileForms } from './hostile-forms'

await testHostileForms(() => true)
