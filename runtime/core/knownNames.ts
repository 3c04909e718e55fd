/** Names of documents that come from rows, from other documents or from a request: checked once, then as good as a name that stands in code. */
import type { CallInput, CallName, TemplateName, TemplateTypes } from './contracts.ts'
import { isRecord } from './isRecord.ts'
import type { Platform } from './platform.ts'

type KnownPlatform = Pick<Platform, 'get'>

/** @throws DOCUMENT_UNKNOWN */
export function knownCall(id: string, platform: KnownPlatform): CallName {
  return platform.get('call', id).id as CallName
}

/** @throws DOCUMENT_UNKNOWN */
export function knownTemplate(id: string, platform: KnownPlatform): TemplateName {
  return platform.get('template', id).id as TemplateName
}

/** Those of the values that the call has parameters for; the call itself checks them. */
export function inputFor<N extends CallName>(call: N, values: Readonly<Record<string, unknown>>, platform: KnownPlatform): CallInput<N> {
  const input = platform.get('call', call).input
  const properties = isRecord(input) && isRecord(input.properties) ? input.properties : {}
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(properties, name))) as CallInput<N>
}

/** Those of the words that the template has variables for; one that is missing leaves nothing in the text. */
export function wordsFor<T extends TemplateName>(
  template: T,
  words: Readonly<Record<string, unknown>>,
  platform: KnownPlatform,
): TemplateTypes[T] {
  const { variables } = platform.get('template', template)
  return Object.fromEntries(Object.entries(words).filter(([name]) => Object.hasOwn(variables, name))) as TemplateTypes[T]
}
