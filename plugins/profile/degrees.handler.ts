/** Degrees to choose from. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { enumOptions, type Option } from './enumOptions.ts'

export default defineHandler<Record<string, never>, Option[]>('profile.degrees', (_input, context) =>
  enumOptions('profile.degree', context),
)
