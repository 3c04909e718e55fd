/** Academies by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchOptions } from './enumOptions.ts'

export default defineHandler('profile.academies', (input, context) => searchOptions('profile.academy', input, context))
