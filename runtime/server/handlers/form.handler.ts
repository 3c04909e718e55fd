/** A stored form version as the session may see it, with the documents its controls need. */
import { defineHandler } from '../../core/contracts.ts'
import { holdsPersonal, masksOf } from '../../core/masking/personalFields.ts'
import { collectForForm } from '../screens/collect.ts'
import { codesOf } from '../screens/screenCache.ts'

export default defineHandler('platform.form', async ({ hash }, { platform, session, documents }) => {
  const { form, apart: standalone, validator } = await documents.forms.screen({ hash })
  const collected = collectForForm([form], platform, codesOf(session).codes)
  const needsRegex = collected.needsRegex || validator.usesRegex
  const masks = masksOf(platform)
  const personal = Object.entries(form.schema.properties).flatMap(([name, field]) => (holdsPersonal(field, masks) ? [name] : []))
  return { form, apart: standalone, personal, ...collected, needsRegex, validators: { [form.id]: validator.hash } }
})
