/** Calls of handlers -> `plugins/generated/handlers.ts`: what each handler is given and must answer. `defineHandler` of the contracts reads it by the
 *  handler's name, so that nothing is imported. Calls without a handler need no types: nothing of ours is written against them. */
import type { CallDocument, JsonSchema } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { inputSchema } from '../../runtime/server/calls/inputSchema.ts'
import { outputSchema } from '../../runtime/server/wire/outputSchema.ts'
import { typeText } from './typeText.ts'

export function generateHandlers(platform: Platform): string {
  const calls = [...platform.documents.call.values()].filter(({ handler }) => handler !== undefined)
  const lines = [...Map.groupBy(calls, ({ handler }) => handler!)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, named]) => `    '${name}': { input: ${inputText(named, platform)}; output: ${outputText(named, platform)} }\n`)
  return `declare module '../../runtime/core/contracts.ts' {\n  interface HandlerTypes {\n${lines.join('')}  }\n}\n\nexport {}\n`
}

/** The kernel hands all rows that match on as ids. */
function withoutMatching({ matching: _, ...call }: CallDocument): CallDocument {
  return call
}

/** The input, and what the call itself gives. */
function givenSchema(call: CallDocument, platform: Platform): JsonSchema {
  const schema = inputSchema(withoutMatching(call), platform)
  const own = Object.entries(call.with ?? {}).map(([name, value]) => [name, { const: value }] as const)
  const required = [...((schema.required as string[] | undefined) ?? []), ...own.map(([name]) => name)]
  return { ...schema, properties: { ...(schema.properties as object), ...Object.fromEntries(own) }, required }
}

/** Several calls of one handler: it may be given the input of any of them. */
function inputText(calls: readonly CallDocument[], platform: Platform): string {
  const schemas = calls.map((call) => givenSchema(call, platform))
  const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties as object)))]
  const properties = names.map((name) => {
    const found = schemas.flatMap(({ properties }) => (properties as Record<string, JsonSchema>)[name] ?? [])
    return [name, found.length === 1 ? found[0] : { anyOf: found }] as const
  })
  const required = names.filter((name) => schemas.every((schema) => (schema.required as string[] | undefined)?.includes(name)))
  const text = typeText({ type: 'object', properties: Object.fromEntries(properties), required }, 'takes')
  return calls.some(({ upload }) => upload)
    ? text.replace(/\bfile(\??): unknown/, "file$1: import('../../runtime/core/contracts.ts').UploadedFile")
    : text
}

/** It must answer what all of them promise. A reply that is a file or a stream has no data; without data it is null. */
function outputText(calls: readonly CallDocument[], platform: Platform): string {
  if (calls.some(({ raw }) => raw)) return 'unknown'
  const texts = [...new Set(calls.map((call) => typeText(outputSchema(call, platform), 'gives')))]
  return texts.length === 1 && texts[0] === 'null'
    ? 'null | undefined | void'
    : texts.map((text) => (texts.length > 1 ? `(${text})` : text)).join(' & ')
}
