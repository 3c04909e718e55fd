/** Classes of majors by name or discipline. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Option, type OptionSearch, searchOptions } from './enumOptions.ts'

export default defineHandler<OptionSearch, Option[]>('profile.majors', (input, context) => searchOptions('profile.major', input, context))
