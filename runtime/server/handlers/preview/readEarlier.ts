import type { EarlierVersion } from '../../../core/contracts.ts'

const NAME = /^(\w+):([\w.-]+)@(shipped|published|\d+)$/

/** @param name `kind:id@shipped`, `@published`, or `@` and the number of a revision; the call's input has checked its form */
export function readEarlier(name: string | undefined): EarlierVersion | undefined {
  const [, kind, id, version] = NAME.exec(name ?? '') ?? []
  if (!kind || !id || !version) return undefined
  return { kind, id, version: version === 'shipped' || version === 'published' ? version : Number(version) }
}
