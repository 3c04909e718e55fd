import type { DocumentName } from '../../core/contracts.ts'

/** @param names `kind:id`; the call's input has checked their form */
export function parseNames(names: readonly string[]): DocumentName[] {
  return names.map((name) => {
    const end = name.indexOf(':')
    return { kind: name.slice(0, end), id: name.slice(end + 1) }
  })
}
