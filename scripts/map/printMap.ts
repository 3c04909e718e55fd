/** The map of an area as text. */
import type { AreaUse } from '../check/areaBorders.ts'
import type { Mention } from '../check/leafAreas.ts'
import { type AreaMap, areaUses } from './areaMap.ts'

export function printMap(map: AreaMap): string {
  const documents = [...map.documents].flatMap(([kind, files]) => files.map((file) => `${kind}: ${file}`))
  return [
    map.area,
    part('documents', documents),
    part('code', map.code),
    part('texts', map.texts),
    part('tests', map.tests),
    part(
      'imports',
      byArea(map.imports, ({ from }) => from),
    ),
    part(
      'imported by',
      byArea(map.importedBy, ({ area }) => area),
    ),
    part(
      'reads tables',
      byArea(map.tables, ({ entity }) => entity),
    ),
    part(
      'tables read by',
      byArea(map.tablesReadBy, ({ area, entity }) => `${area} (${entity})`),
    ),
    part('named by others', named(map.namedBy)),
    part('gives at points of others', map.gives),
    part(
      'points of its own',
      map.points.map(({ name, givenBy }) => `${name}: ${givenBy.join(', ') || 'nobody gives anything'}`),
    ),
  ].join('\n')
}

/** One line an area: how many others it imports, and how many import it. */
export function printNames(names: readonly string[], root: string): string {
  const uses = areaUses(root)
  return names
    .map((name) => {
      const to = new Set(uses.filter(({ area }) => area === name).map(({ from }) => from))
      const by = new Set(uses.filter(({ from }) => from === name).map(({ area }) => area))
      return `${name}: imports ${to.size}, imported by ${by.size}`
    })
    .join('\n')
}

/** A title with how many there are, and a line for each. */
export function part(title: string, lines: readonly string[], count = lines.length): string {
  return `\n${title} (${count})${lines.map((line) => `\n  ${line}`).join('')}`
}

function named(mentions: readonly Mention[]): string[] {
  return [...Map.groupBy(mentions, ({ file }) => file)].map(([file, group]) => `${file}: ${group.map(({ name }) => name).join(', ')}`)
}

function byArea<U extends AreaUse>(uses: readonly U[], nameOf: (use: U) => string): string[] {
  return [...Map.groupBy(uses, nameOf)].map(([name, group]) => `${name}: ${[...new Set(group.map(({ file }) => file))].join(', ')}`).sort()
}
