/** Refusals of the form -> the cells that they are about. */
import type { FormError, HandlerContext, TextKey } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { refusalText } from '../../../runtime/core/refusalText.ts'
import type { Problem } from './Examined.ts'

/** @param titles  of the fields, by key. @throws what is no refusal */
export function formProblems(
  error: unknown,
  positions: ReadonlyMap<string, number>,
  titles: ReadonlyMap<string, LocalText>,
  context: HandlerContext,
): Problem[] {
  if (!(error instanceof AgonError)) throw error
  if (error.code !== 'FORM_INVALID') return [{ position: null, severity: 'error', message: refusalText(error, context) }]
  return (error.details.errors as FormError[]).map((each) => {
    const key = each.path.split('/').slice(1).join('.')
    const position = positionOf(key, positions)
    const said = messageOf(each, context)
    const title = titles.get(key)
    return { position, severity: 'error', message: position !== null || !title ? said : named(title, said, context) }
  })
}

/** Of the field, or of what it is a part of. */
function positionOf(key: string, positions: ReadonlyMap<string, number>): number | null {
  for (let part = key; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const found = positions.get(part)
    if (found !== undefined) return found
  }
  return null
}

function messageOf({ message: { key, values } }: FormError, { text, platform }: HandlerContext): LocalText {
  return key in platform.texts.zh ? text(key as TextKey, values) : { zh: key, en: key }
}

function named(title: LocalText, said: LocalText, { text }: HandlerContext): LocalText {
  const { zh } = text('import.problem.fieldMissing', { field: title.zh, message: said.zh })
  const { en } = text('import.problem.fieldMissing', { field: title.en, message: said.en })
  return { zh, en }
}
