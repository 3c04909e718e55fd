/** Classes of majors by name or discipline. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchOptions } from './enumOptions.ts'

export default defineHandler('profile.majors', (input, context) => searchOptions('profile.major', input, context))
