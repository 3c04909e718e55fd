/** A version as the PDF that it makes, with sample parties. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readVersion } from './agreementDraft.ts'
import { CONTRACT_FIELDS } from './contractFields.ts'
import { sendContract } from './sendContract.ts'

export default defineHandler('agreement.previewContract', async ({ id, language }, context) => {
  const template = await readVersion(id, context)
  const lang = language ?? context.lang
  const values = Object.fromEntries(CONTRACT_FIELDS.map((field) => [field, context.text(`agreement.sample.${field}`)[lang]]))
  await sendContract({ template, values, lang, name: `preview-v${template.number}` }, context)
  return null
})
