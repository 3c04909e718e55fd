/** Templates whose values are those of certificates, by name. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { VALUES_FORM } from './series.ts'

export default defineHandler('certificate.templates', (_, { platform }) => {
  const list = [...platform.documents.print.values()]
    .filter(({ data }) => data === VALUES_FORM)
    .map(({ id, title, sheet, pages }) => ({
      id,
      title: title as LocalText,
      size: sheet.size,
      orientation: sheet.orientation,
      sides: pages.length,
    }))
  return { list, total: list.length }
})
