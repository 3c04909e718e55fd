/** Which sites may show the page of a short link in a frame. Personal links are never framed. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { findByCode } from './links.ts'

export default defineHandler('questionnaire.framedBy', async ({ code = '' }, context) => {
  const questionnaire = await findByCode(code, context)
  return { origins: (questionnaire?.frameOrigins ?? []) as string[] }
})
