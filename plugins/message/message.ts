/** What is sent: a template that people may send by hand, and the values of its variables. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { knownTemplate, wordsFor } from '../../runtime/core/knownNames.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { type Audience, assertCompetition } from './receivers.ts'
import { OWN_WORDS, sendableTemplates } from './sendable.ts'

/** A text as its sender wrote it: the translation may be missing. */
export interface Words {
  zh: string
  en?: string
}
export interface MessageInput extends Audience {
  template: string
  subject?: Words
  text?: Words
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

function ownWords({ subject, text }: MessageInput, { fail }: HandlerContext): Record<string, string> {
  const [headed, said] = [written(subject), written(text)]
  if (!headed || !said) return fail('MESSAGE_EMPTY')
  return { subjectZh: headed.zh, subjectEn: headed.en, textZh: said.zh, textEn: said.en }
}

/** Both languages; null where nothing was written. */
export function written(words: Words | undefined): LocalText | null {
  return words?.zh.trim() ? wholeText(words.zh.trim(), words.en?.trim()) : null
}

/** The message that one receiver reads, in both languages. */
export function messageFor(
  { template: named }: Pick<MessageInput, 'template'>,
  name: string,
  values: Record<string, string>,
  { messages, platform }: HandlerContext,
) {
  const template = knownTemplate(named, platform)
  return messages.renderTemplate(template, wordsFor(template, { ...values, name }, platform))
}
