/** Ids of documents and texts -> `plugins/generated/names.ts`: what each call is given and answers, the answers of forms, the variables of templates, the transitions of flows, the
 *  codes of errors, the keys of texts. A wrong name is red in the editor. */
import type { CallDocument, FlowDocument, JsonSchema } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { inputSchema } from '../../runtime/server/calls/inputSchema.ts'
import { outputSchema } from '../../runtime/server/wire/outputSchema.ts'
import { answersText } from './answersText.ts'
import { literal, typeText, union } from './typeText.ts'

const ERROR = 'error.'

export function generateNames(platform: Platform): string {
  const { call, form, template, flow } = platform.documents
  const named = Map.groupBy([...call.values()], ({ handler }) => handler)
  const isOnly = ({ handler }: CallDocument) => handler !== undefined && named.get(handler)!.length === 1
  const keys = Object.keys(platform.texts.zh).toSorted()
  const [codes, texts] = [keys.filter((key) => key.startsWith(ERROR)), keys.filter((key) => !key.startsWith(ERROR))]
  return `import type { StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

declare module '../../runtime/core/contracts.ts' {
  interface CallTypes {
${members([...call.values()].map((each) => [each.id, isOnly(each) ? `HandlerTypes['${each.handler}']` : callText(each, platform)]))}  }
  interface FormTypes {
${members([...form.values()].map(({ id, schema }) => [id, answersText(schema, platform)]))}  }
  interface TemplateTypes {
${members([...template.values()].map(({ id, variables }) => [id, variablesText(variables)]))}  }
  interface TransitionTypes {
${members([...flow.values()].map(({ id, transitions }) => [id, union(transitions.map((each) => literal(each.id)))]))}  }
  interface EntityTransitions {
${members([...Map.groupBy([...flow.values()], ({ entity }) => entity)].map(([entity, flows]) => [entity, transitionsOf(flows)]))}  }
  interface ErrorTypes {
${members(codes.map((key) => [key.slice(ERROR.length), 'true']))}  }
  interface TextTypes {
${members(texts.map((key) => [key, 'true']))}  }
}
`
}

function transitionsOf(flows: readonly FlowDocument[]): string {
  return union([...new Set(flows.flatMap(({ transitions }) => transitions.map(({ id }) => literal(id))))])
}

function members(types: readonly (readonly [name: string, type: string])[]): string {
  return types
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => `    '${name}': ${type}\n`)
    .join('')
}

/** Files are not given to a call inside another. */
function callText(call: CallDocument, platform: Platform): string {
  const output = call.raw ? 'unknown' : typeText(outputSchema(call, platform), 'takes')
  return `{ input: ${typeText(inputSchema(call, platform), 'gives')}; output: ${output} }`
}

function variablesText(variables: Readonly<Record<string, JsonSchema>>): string {
  const names = Object.entries(variables).map(([name, { type }]) => `${name}: ${type === 'string' ? 'string' : 'unknown'}`)
  return `{ ${names.join('; ')} }`
}
