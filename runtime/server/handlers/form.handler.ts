/** A stored form version as the session may see it, with the documents its controls need. */
import { defineHandler } from '../../core/contracts.ts'
import { collect } from '../screens/collect.ts'
import { codesOf } from '../screens/screen-cache.ts'

export default defineHandler<{ hash: string }>('platform.form', async ({ hash }, { platform, session, forms }) => {
  const { form, validator } = await forms.screen({ hash })
  const { calls, enums, needsRegex } = collect([form], platform, codesOf(session).codes)
  return { form, calls, enums, needsRegex: needsRegex || validator.usesRegex, validators: { [form.id]: validator.hash } }
})
