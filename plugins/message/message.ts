/** What is sent: a template that people may send by hand, and the values of its variables. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { knownTemplate, wordsFor } from '../../runtime/core/knownNames.ts'
import { type Audience, assertCompetition } from './receivers.ts'
import { OWN_WORDS, sendableTemplates } from './sendable.ts'

export interface MessageInput extends Audience {
  template: string
  subjectZh?: string
  subjectEn?: string
  textZh?: string
  textEn?: string
  note?: string
}

/** The template's variables but for the receiver's name. @throws TEMPLATE_UNKNOWN, MESSAGE_EMPTY, AUDIENCE_NEEDED */
export async function messageVariables(input: MessageInput, context: HandlerContext): Promise<Record<string, string>> {
  const template = sendableTemplates(context.platform).find(({ id }) => id === input.template)
  if (!template) return context.fail('TEMPLATE_UNKNOWN', { template: input.template })
  if (template.id === OWN_WORDS) return ownWords(input, context)
  const values: Record<string, string> = { note: input.note?.trim() ?? '' }
  if ('competition' in template.variables) {
    if (!input.competitionId) return context.fail('AUDIENCE_NEEDED', { field: 'competitionId' })
    const { title } = await assertCompetition(input.competitionId, context)
    Object.assign(values, { competition: title.zh, competitionEn: title.en })
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in template.variables))
}

function ownWords(
  { subjectZh = '', subjectEn = '', textZh = '', textEn = '' }: MessageInput,
  { fail }: HandlerContext,
): Record<string, string> {
  const words = { subjectZh: subjectZh.trim(), textZh: textZh.trim(), subjectEn: subjectEn.trim(), textEn: textEn.trim() }
  if (!words.subjectZh || !words.textZh) return fail('MESSAGE_EMPTY')
  return { ...words, subjectEn: words.subjectEn || words.subjectZh, textEn: words.textEn || words.textZh }
}

/** The message that one receiver reads, in both languages. */
export function messageFor(
  { template: named }: Pick<MessageInput, 'template'>,
  name: string,
  values: Record<string, string>,
  { messages, platform }: HandlerContext,
) {
  const template = knownTemplate(named, platform)
  return messages.words(template, wordsFor(template, { ...values, name }, platform))
}
