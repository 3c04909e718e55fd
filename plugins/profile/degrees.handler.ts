/** Degrees to choose from. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { enumOptions } from './enumOptions.ts'

export default defineHandler('profile.degrees', (_input, context) => enumOptions('profile.degree', context))
