/** Checks of enums: codes occur once and have the type that the enum declares; values name groups that have a title, where groups have titles. */
import type { EnumDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { show } from './failure.ts'
import type { Linker } from './linker.ts'

export function linkEnum(linker: Linker, document: LinkedDocument, { type, values, groups, into }: EnumDocument): void {
  const target = into === undefined ? undefined : linker.index.get('enum', into)
  if (target && target.type !== type) {
    const suggestion = `write "type": "${target.type}"`
    linker.report(document, { code: 'TYPE', path: '/type', expected: `the type of ${into}`, found: show(type), suggestion })
  }
  const titled = (target?.groups ?? groups)?.map(({ code }) => code)
  const seen = new Set<string | number>()
  for (const [index, { code, group }] of values.entries()) {
    const path = `/values/${index}/code`
    const isInteger = typeof code === 'number'
    if (isInteger !== (type === 'integer')) {
      const help = isInteger ? `write "${code}" in quotes, or "type": "integer"` : 'write a number, or "type": "string"'
      linker.report(document, { code: 'TYPE', path, expected: `a code of type ${type}`, found: show(code), suggestion: help })
    } else if (seen.has(code)) {
      linker.report(document, {
        code: 'CODE_DUPLICATE',
        path,
        expected: 'each code once',
        found: show(code),
        suggestion: 'give it another code',
      })
    }
    seen.add(code)
    if (titled && group !== undefined)
      linker.known(document, 'REFERENCE_UNKNOWN', `/values/${index}/group`, 'the code of a group', group, titled)
  }
}
