/** The settings of a questionnaire as the answers of their form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { isModeFixed, readQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.settings', async ({ id }, context) => {
  const row = await readQuestionnaire(id, context)
  const { title, description, thanks, closedText, mode, onePerPerson, quota, opensAt, closesAt, afterwards, scoreShown } = row
  const modeFixed = await isModeFixed(id, context)
  return {
    answers: {
      title,
      ...(modeFixed ? {} : { mode, onePerPerson }),
      ...(mode === 'named' ? { afterwards } : {}),
      scoreShown,
      ...present({ description, thanks, closedText, quota, opensAt, closesAt }),
    },
    modeFixed,
  }
})

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
