/** The organiser's results, at any time. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { resultPage } from './resultPage.ts'

export default defineHandler('vote.results', (input, context) => resultPage(input, context))
