/** The score of a response as its person may see it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, Text } from '../../runtime/core/documents.ts'
import { scoreText } from '../../runtime/core/form/scoreAnswers.ts'
import { phaseOf, type Questionnaire } from './questionnaire.ts'

/** Columns of a response; null where no question has points. */
export interface StoredScore {
  score: number | null
  maximum: number | null
  passed: boolean | null
}
export interface ShownScore {
  total: number
  maximum: number
  passed: boolean | null
  text: Text | null
}

/** @returns null as long as the organiser's choice keeps it back */
export async function shownScore(
  questionnaire: Questionnaire,
  { formVersion, score, maximum, passed }: StoredScore & { formVersion: string },
  context: HandlerContext,
): Promise<ShownScore | null> {
  if (score === null || maximum === null || !isShown(questionnaire, context)) return null
  const form = (await context.documents.store.byHash(formVersion))?.content as FormDocument | undefined
  return { total: score, maximum, passed, text: form ? scoreText(form, { total: score, maximum }) : null }
}

/** Who can still change the answers would find the right ones by trying. */
function isShown(questionnaire: Questionnaire, { now }: HandlerContext): boolean {
  const { scoreShown, afterwards, mode, onePerPerson } = questionnaire
  if (scoreShown === 'never') return false
  const mayTryAgain = mode === 'named' && onePerPerson && afterwards === 'change'
  return (scoreShown === 'atOnce' && !mayTryAgain) || phaseOf(questionnaire, now) === 'closed'
}
