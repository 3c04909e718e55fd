/** A stored form version by hash, for the columns of its fields. */
import { useEffect, useState } from 'react'
import { request } from '../../runtime/client/http.ts'
import { addBundle } from '../../runtime/client/library.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import type { FormBundle } from '../../runtime/core/wire.ts'

/** Null until it is there, without a hash, and when the person may not read it: the table then shows its own columns only. */
export function useStoredForm(hash: unknown): FormDocument | null {
  const [form, setForm] = useState<FormDocument | null>(null)
  useEffect(() => {
    setForm(null)
    if (typeof hash !== 'string' || hash === '') return
    const controller = new AbortController()
    request<FormBundle>('platform.form', { hash }, { signal: controller.signal }).then(
      (bundle) => {
        addBundle({ enums: bundle.enums, calls: bundle.calls })
        setForm(bundle.form)
      },
      () => {},
    )
    return () => controller.abort()
  }, [hash])
  return form
}
