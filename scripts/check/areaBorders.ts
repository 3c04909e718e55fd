/** Keeps areas of plugins apart: what they import of each other has no cycle, and the table of another area is read where its entity offers it
 *  (`offeredTo`). */
import type { EntityDocument } from '../../runtime/core/documents.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { readImports } from './readImports.ts'
import type { SourceFile } from './readSources.ts'

export interface AreaUse {
  /** Of the area that uses. */
  file: string
  area: string
  /** Imported, or that has the table. */
  from: string
}
export interface TableUse extends AreaUse {
  /** Id of the entity. */
  entity: string
}

const AREA = /^plugins\/([a-zA-Z0-9]+)\//
/** Code that is made, or that belongs to releases. */
const NO_AREA = ['generated', 'migrations']
/** Tables of the kernel are for everyone. */
const KERNEL = 'platform'
const WORD = /[a-z][a-zA-Z0-9]*_[a-zA-Z0-9]+/g

/** Null: no code of an area. */
export function areaOf(path: string): string | null {
  const area = AREA.exec(path)?.[1] ?? null
  return area === null || NO_AREA.includes(area) ? null : area
}

/** Imports of other areas, those of types too. */
export function areaImports(sources: readonly SourceFile[]): AreaUse[] {
  return sources.flatMap((source) => {
    const area = areaOf(source.path)
    if (area === null) return []
    const others = readImports(source).map(({ file }) => (file === null ? null : areaOf(file)))
    return [...new Set(others)].flatMap((from) => (from === null || from === area ? [] : { file: source.path, area, from }))
  })
}

/** Tables of other areas that code names. */
export function foreignTables(sources: readonly SourceFile[], entities: ReadonlyMap<string, unknown>): TableUse[] {
  const ids = new Map([...entities.keys()].map((id) => [tableName(id), id]))
  return sources.flatMap(({ path, text }) => {
    const area = areaOf(path)
    if (area === null) return []
    const named = [...new Set([...text.matchAll(WORD)].flatMap(([word]) => ids.get(word) ?? []))]
    const uses = named.map((entity) => ({ file: path, area, entity, from: entity.split('.')[0]! }))
    return uses.filter(({ from }) => from !== area && from !== KERNEL)
  })
}

/** @returns one line per cycle of areas, per table that is not offered, and per offer that no one takes */
export function checkAreaBorders(sources: readonly SourceFile[], entities: ReadonlyMap<string, EntityDocument>): string[] {
  const used = foreignTables(sources, entities)
  const refused = used.flatMap(({ file, area, entity }) =>
    offers(entities.get(entity)!, area)
      ? []
      : [
          `${file}: reads the table of ${entity}, which is not offered to ${area}: ask the area that has it, or add "${area}" to its offeredTo`,
        ],
  )
  return [...cycles(areaImports(sources)), ...refused, ...notTaken(used, entities)]
}

function offers({ offeredTo }: EntityDocument, area: string): boolean {
  return offeredTo === true || (offeredTo?.includes(area) ?? false)
}

function notTaken(used: readonly TableUse[], entities: ReadonlyMap<string, EntityDocument>): string[] {
  const readers = Map.groupBy(used, ({ entity }) => entity)
  return [...entities].flatMap(([id, { offeredTo }]) => {
    const areas = new Set(readers.get(id)?.map(({ area }) => area))
    const named = offeredTo === true ? (areas.size === 0 ? ['every area'] : []) : (offeredTo ?? []).filter((area) => !areas.has(area))
    return named.map((area) => `${id}: is offered to ${area}, whose code does not read it: take it out of offeredTo`)
  })
}

/** Areas that import none that is left go, and those that none of these imports, again and again; what stays lies in cycles, or between them. */
function cycles(imports: readonly AreaUse[]): string[] {
  let left = [...imports]
  let before = -1
  while (before !== left.length) {
    before = left.length
    const [using, used] = [new Set(left.map(({ area }) => area)), new Set(left.map(({ from }) => from))]
    left = left.filter(({ area, from }) => using.has(from) && used.has(area))
  }
  if (left.length === 0) return []
  const areas = [...new Set(left.map(({ area }) => area))]
  const lines = left.map(({ file, from }) => `  ${file} -> ${from}`)
  return [
    `these areas import each other in a cycle (${areas.join(', ')}): give at a point of the other area (*.extension.ts), or move what both need below both\n${lines.join('\n')}`,
  ]
}
