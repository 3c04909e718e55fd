/** The general link, for everyone: as an address, as code for other sites, and with the fields that it can fill in. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, FormField, LocalText } from '../../runtime/core/documents.ts'
import { compileForm } from '../../runtime/core/form/compileForm.ts'
import { prefillFields } from '../../runtime/core/form/prefillAnswers.ts'
import { generalToken, pathOf, shortPathOf } from './links.ts'
import { type Questionnaire, readQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.link', async ({ id }, context) => {
  const questionnaire = await readQuestionnaire(id, context)
  const path = pathOf(id, await generalToken(questionnaire, context))
  const shortPath = await shortPathOf(questionnaire, context)
  const shortAddress = `${context.site}${shortPath}`
  const fields = await fieldsOf(questionnaire, context)
  const title = escaped(questionnaire.title[context.lang])
  return {
    path,
    address: `${context.site}${path}`,
    shortPath,
    shortAddress,
    frameCode: `<iframe src="${shortAddress}?embed=1" title="${title}" loading="lazy" style="width:100%;height:800px;border:0"></iframe>`,
    scriptCode: `<script async src="${context.site}/embed.js" data-frame="${shortPath}?embed=1" data-title="${title}"></script>`,
    origins: ((questionnaire.frameOrigins ?? []) as string[]).join('\n'),
    example: fields.length > 0 ? `${shortAddress}?${exampleOf(fields)}` : null,
    fields: fields.map(({ name, field }) => ({
      name,
      title: field.title as Record<string, unknown>,
      isHidden: field['x-widget'] === 'hidden',
      values: codesOf(field)?.join(', ') ?? null,
    })),
  }
})

interface Fillable {
  name: string
  field: FormField
}

/** Of the published form; before that of none. */
async function fieldsOf({ formId }: Questionnaire, { documents, platform }: HandlerContext): Promise<Fillable[]> {
  const form = await documents.store.published('form', formId ?? '')
  if (!form) return []
  const compiled = compileForm(form.content as FormDocument, { enums: (id) => platform.documents.enum.get(id), standalone: true })
  return prefillFields(compiled).map(({ name, schema }) => ({ name, field: schema }))
}

function exampleOf(fields: readonly Fillable[]): string {
  return fields.map(({ name, field }) => `${encodeURIComponent(name)}=${encodeURIComponent(sampleOf(field))}`).join('&')
}

function sampleOf(field: FormField): string {
  const [code] = codesOf(field) ?? []
  if (code !== undefined) return code
  if (field.type === 'integer' || field.type === 'number') return String(field.minimum ?? 1)
  if (field.type === 'boolean') return 'true'
  return field['x-widget'] === 'hidden' ? 'poster' : ((field.title as LocalText | undefined)?.zh ?? field['x-widget'] ?? 'text')
}

/** Values that a choice takes; null where any text may be given. */
function codesOf(field: FormField): string[] | null {
  const options = field['x-options']
  return Array.isArray(options) ? options.map(({ value }) => String(value)) : null
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
