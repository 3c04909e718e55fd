/** Which fields of a row a file holds: what its managers wrote, and the rows of the same file that it names. Nothing of people, of other rows, or of what a new
 *  competition begins with. */
import type { EntityField } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import type { ContentRow, Part } from '../parts/parts.ts'
import { storedFields } from '../parts/writeContent.ts'

/** Fields of a document are held by its content. */
export function filedFields(part: Part, platform: Platform): Map<string, EntityField> {
  const { fields } = platform.get('entity', part.entity)
  const isHeld = (name: string) => {
    const { type } = fields[name]!
    const isNamed = part.refs?.[name] !== undefined || part.of?.field === name
    const isFresh = name in part.fresh && fields[name]!.document === undefined && name !== 'state'
    return !isFresh && !part.unfiled?.includes(name) && type !== 'secret' && (type !== 'ref' || isNamed)
  }
  return new Map(
    storedFields(part.entity, platform)
      .filter(isHeld)
      .map((name) => [name, fields[name]!]),
  )
}

/** The row as a file holds it: its id, and the fields that have a value. */
export function filedRow(row: ContentRow, fields: ReadonlyMap<string, EntityField>): ContentRow {
  const held = [...fields.keys()].filter((name) => row[name] !== null && row[name] !== undefined)
  return { id: String(row.id), ...Object.fromEntries(held.map((name) => [name, row[name]])) }
}
