/** The settings of a questionnaire as the answers of their form. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { languagesOf } from '../competition/competition.ts'
import { isModeFixed, readQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.settings', async ({ id }, context) => {
  const row = await readQuestionnaire(id, context)
  const { mode, onePerPerson, quota, opensAt, closesAt, afterwards, scoreShown } = row
  const modeFixed = await isModeFixed(id, context)
  return {
    answers: {
      ...languagesOf('title', row.title),
      ...languagesOf('description', row.description),
      ...languagesOf('thanks', row.thanks),
      ...languagesOf('closed', row.closedText),
      ...(modeFixed ? {} : { mode, onePerPerson }),
      ...(mode === 'named' ? { afterwards } : {}),
      scoreShown,
      ...present({ quota, opensAt, closesAt }),
    },
    modeFixed,
  }
})

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
