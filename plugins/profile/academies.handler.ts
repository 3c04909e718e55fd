/** Academies by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Option, type OptionSearch, searchOptions } from './enumOptions.ts'

export default defineHandler<OptionSearch, Option[]>('profile.academies', (input, context) =>
  searchOptions('profile.academy', input, context),
)
