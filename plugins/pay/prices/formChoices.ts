/** Options that a sign-up form has written in it, as fee rules name them: question/option. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { optionsOf } from '../../../runtime/core/studio/ruleOperands.ts'

/** Labels by question/option, in the order of the form. */
export async function formChoices(form: { id: string } | { hash: string }, { documents }: HandlerContext): Promise<Map<string, LocalText>> {
  const { form: document } = await documents.forms.screen(form)
  const labels = new Map<string, LocalText>()
  for (const [question, field] of Object.entries(document.schema.properties ?? {})) {
    const title = bothOf(field.title ?? question)
    for (const { value, label } of optionsOf(field, () => undefined) ?? []) {
      const named = bothOf(label)
      labels.set(`${question}/${value}`, { zh: `${title.zh}：${named.zh}`, en: `${title.en}: ${named.en}` })
    }
  }
  return labels
}

/** question/option of each option that answers hold. */
export function chosenIn(answers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(answers).flatMap(([question, answer]) =>
    (Array.isArray(answer) ? answer : [answer]).filter(isPlain).map((value) => `${question}/${value}`),
  )
}

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

function bothOf(text: unknown): LocalText {
  if (typeof text !== 'object' || text === null) return { zh: String(text), en: String(text) }
  const { zh = '', en = '' } = text as Partial<LocalText>
  return { zh: zh || en, en: en || zh }
}
