/** What the questions of a questionnaire have to be, beside being a form. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { fileFields } from './questionnaire.ts'

/** Files know who uploaded them, and only people signed in can upload: questionnaires are answered without an account.
 *  @throws QUESTIONNAIRE_NO_QUESTIONS, QUESTIONNAIRE_FILES */
export function assertQuestions(content: FormDocument | null, { fail, lang }: HandlerContext): void {
  const properties = content?.schema.properties ?? {}
  if (Object.values(properties).every((field) => field['x-widget'] === 'note')) fail('QUESTIONNAIRE_NO_QUESTIONS')
  const files = fileFields(properties)
  if (files.length === 0) return
  const titles = files.map((name) => (properties[name]?.title as { zh: string; en: string } | undefined)?.[lang] ?? name)
  fail('QUESTIONNAIRE_FILES', { fields: titles.join(lang === 'zh' ? '、' : ', ') })
}
