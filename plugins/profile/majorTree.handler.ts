/** The catalogue of majors: disciplines with their classes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Option, optionTree } from './enumOptions.ts'

export default defineHandler<Record<string, never>, Option[]>('profile.majorTree', (_input, context) =>
  optionTree('profile.major', context),
)
