/** A stored form version by hash, for the columns of its fields. */
import { useEffect, useState } from 'react'
import { request } from '../../runtime/client/http.ts'
import { addBundle } from '../../runtime/client/library.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import type { FormBundle } from '../../runtime/core/wire.ts'

/** Undefined until it is there; null without a hash and when the person may not read it: the table then shows its own columns only. */
export function useStoredForm(hash: unknown): FormDocument | null | undefined {
  const [form, setForm] = useState<FormDocument | null | undefined>(undefined)
  useEffect(() => {
    if (typeof hash !== 'string' || hash === '') return setForm(null)
    setForm(undefined)
    const controller = new AbortController()
    request<FormBundle>('platform.form', { hash }, { signal: controller.signal }).then(
      (bundle) => {
        addBundle({ enums: bundle.enums, calls: bundle.calls })
        setForm(withPersonal(bundle))
      },
      () => controller.signal.aborted || setForm(null),
    )
    return () => controller.abort()
  }, [hash])
  return form
}

/** What is personal by its kind says so itself. */
function withPersonal({ form, personal }: FormBundle): FormDocument {
  const marked = personal.map((name) => [name, { ...form.schema.properties[name], 'x-personal': true as const }])
  return { ...form, schema: { ...form.schema, properties: { ...form.schema.properties, ...Object.fromEntries(marked) } } }
}
