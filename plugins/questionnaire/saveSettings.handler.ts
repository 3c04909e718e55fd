/** Changes the settings. How answers are given is fixed as soon as someone was asked or has begun: people relied on it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { changeQuestionnaire, isModeFixed, lockQuestionnaire, type Questionnaire } from './questionnaire.ts'

interface Settings extends Partial<Pick<Questionnaire, 'description' | 'thanks' | 'closedText'>> {
  title: Questionnaire['title']
  mode?: Questionnaire['mode']
  onePerPerson?: boolean
  quota?: number
  opensAt?: string
  closesAt?: string
  afterwards?: Questionnaire['afterwards']
  scoreShown?: Questionnaire['scoreShown']
}
const FORM = 'questionnaire.settings'

export default defineHandler('questionnaire.saveSettings', async (input, context) => {
  const row = await lockQuestionnaire(input.id, context)
  const modeFixed = await isModeFixed(row.id, context)
  const { answers } = await context.documents.forms.submit({ id: FORM }, input.answers, { modeFixed, mode: row.mode })
  const given = answers
  assertKept(row, given, modeFixed, context)
  await changeQuestionnaire(context, row, {
    title: given.title,
    description: given.description ?? null,
    thanks: given.thanks ?? null,
    closedText: given.closedText ?? null,
    mode: given.mode ?? row.mode,
    onePerPerson: given.onePerPerson ?? row.onePerPerson,
    quota: given.quota ?? null,
    opensAt: given.opensAt ?? null,
    closesAt: given.closesAt ?? null,
    afterwards: given.afterwards ?? row.afterwards,
    scoreShown: given.scoreShown ?? row.scoreShown,
  })
  return null
})

/** @throws QUESTIONNAIRE_MODE_FIXED, QUESTIONNAIRE_QUOTA, QUESTIONNAIRE_WINDOW */
function assertKept(row: Questionnaire, given: Settings, modeFixed: boolean, { fail }: HandlerContext): void {
  const { mode = row.mode, onePerPerson = row.onePerPerson, quota, opensAt, closesAt } = given
  if (modeFixed && (mode !== row.mode || onePerPerson !== row.onePerPerson)) fail('QUESTIONNAIRE_MODE_FIXED')
  if (quota !== undefined && quota < row.answerCount) fail('QUESTIONNAIRE_QUOTA', { taken: row.answerCount })
  if (opensAt && closesAt && opensAt >= closesAt) fail('QUESTIONNAIRE_WINDOW')
}
