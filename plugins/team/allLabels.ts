import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { enumLabels } from '../../runtime/core/enumLabels.ts'

interface Label {
  code: string
  label: LocalText
}

/** Labels that people and teams may choose, in the order of the enum. */
export function allLabels({ platform }: HandlerContext): Label[] {
  return enumLabels('profile.label', platform)
}

/** Those of the codes that there are, in their own order and each once. */
export function knownLabels(codes: readonly string[], context: HandlerContext): Label[] {
  const wanted = new Set(codes)
  return allLabels(context).filter(({ code }) => wanted.has(code))
}
