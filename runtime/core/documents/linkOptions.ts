/** Checks of the operation `options`: everyone who is offered the choices may see their labels. */
import type { CallDocument, EntityDocument, OptionsOperation } from '../documents.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, rowType } from './scopeTypes.ts'

const TEXTS: readonly string[] = ['string', 'text', 'localText']
/** Keys that apply to rows only. */
const OF_ROWS = ['value', 'label', 'where', 'order', 'most', 'group'] as const

export function linkOptions(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: OptionsOperation): void {
  const entity = operation.entity === undefined ? undefined : linker.index.get('entity', operation.entity)
  linkSource(linker, place, operation)
  if (operation.entity === undefined) linkOfEnum(linker, place, operation)
  if (entity) linkOfRows(linker, place, operation, entity)
  linkCodes(linker, place, call)
}

function linkSource(linker: Linker, { document, path }: ExpressionPlace, { enum: codes, entity }: OptionsOperation): void {
  if ((codes === undefined) !== (entity === undefined)) return
  linker.report(document, {
    code: 'VALUE',
    path,
    expected: 'either an enum or an entity that the options come from',
    found: entity === undefined ? 'neither' : 'both',
    suggestion: entity === undefined ? 'add "enum" or "entity"' : 'remove one of the two',
  })
}

function linkOfEnum(linker: Linker, { document, path }: ExpressionPlace, operation: OptionsOperation): void {
  for (const key of OF_ROWS) {
    if (operation[key] === undefined) continue
    linker.report(document, {
      code: 'VALUE',
      path: `${path}/${key}`,
      expected: `${key} of options that are rows`,
      found: 'options of an enum',
      suggestion: 'remove it, or name an entity instead of the enum',
    })
  }
}

function linkOfRows(linker: Linker, place: ExpressionPlace, operation: OptionsOperation, entity: EntityDocument): void {
  const { document, path } = place
  const field = (key: string, name: string): void => linkFieldName(linker, document, entity, `${path}/${key}`, name)
  if (operation.where !== undefined) {
    const here = { ...place, path: `${path}/where`, scope: { ...place.scope, row: rowType(entity, linker.index, 'sql') }, rows: { entity } }
    linkRowPaths(linker, here, linkCel(linker, here, operation.where, 'boolean'), entity)
  }
  if (operation.value !== undefined) field('value', operation.value)
  for (const [index, name] of (operation.order ?? []).entries()) field(`order/${index}`, name.replace(/^-/, ''))
  if (operation.group) field('group/field', operation.group.field)
  for (const key of ['label', 'most'] as const) {
    if (operation[key] !== undefined) continue
    const expected = key === 'label' ? 'the field that options are called by' : 'how many options there are at most'
    linker.report(document, { code: 'KEY_MISSING', path: `${path}/${key}`, expected, found: 'nothing', suggestion: `add "${key}"` })
  }
  if (operation.label === undefined) return
  field('label', operation.label)
  const label = fieldOf(entity, operation.label)
  if (!label || (TEXTS.includes(label.type) && !label.sensitive && !label.readers && !label.computed)) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path: `${path}/label`,
    expected: 'a stored, open text field',
    found: `"${operation.label}", a ${label.type}`,
    suggestion: 'name a field that everybody who is offered the options may read',
  })
}

/** The parameters that narrow options have one meaning. */
function linkCodes(linker: Linker, { document }: ExpressionPlace, call: CallDocument): void {
  const codes = (call.input?.properties as Record<string, { type?: unknown }> | undefined)?.codes
  if (codes === undefined || codes.type === 'array') return
  linker.report(document, {
    code: 'VALUE',
    path: '/input/properties/codes/type',
    expected: 'a list: the parameter codes asks for these options alone',
    found: String(codes.type),
    suggestion: 'write "type": "array"',
  })
}
