/** The catalogue of majors: disciplines with their classes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { optionTree } from './enumOptions.ts'

export default defineHandler('profile.majorTree', (_input, context) => optionTree('profile.major', context))
