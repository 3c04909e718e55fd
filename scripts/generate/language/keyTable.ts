/** A meta-schema as Markdown: a table of its keys, those of objects inside it too, with links to the parts that it names. */
import { type Located, type MetaSchema, resolveMeta } from '../../../runtime/core/documents/metaSchemas.ts'

/** Files whose definitions have headings of their own, with the word before their names. */
const SHARED: Readonly<Record<string, string>> = { 'common.schema.json': 'part', 'nodes.schema.json': 'node' }

/** Heading of a definition: `part: text`, `node: section`, `call: operation`. */
export function headingOf(file: string, name: string): string {
  return `${SHARED[file] ?? file.replace('.schema.json', '')}: ${name}`
}

/** @returns a link to a heading, wherever it stands (`linkedPages.ts`) */
export function linkTo(heading: string, words = heading): string {
  return `[${words}](#${anchorOf(heading)})`
}

/** By the rule of GitHub and GitLab. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** @param without  keys that are left out; @param optional  keys that short forms make unnecessary */
export function keyTable({ schema, file }: Located, without: ReadonlySet<string> = NONE, optional: ReadonlySet<string> = NONE): string {
  const rows = schema.items === undefined ? rowsOf({ schema, file }, '', without, optional) : insideOf(schema, file, '')
  return rows.length === 0 ? '' : `| key | required | value | description |\n|---|---|---|---|\n${rows.join('\n')}`
}

const NONE: ReadonlySet<string> = new Set()

function rowsOf({ schema, file }: Located, path: string, without: ReadonlySet<string>, optional: ReadonlySet<string>): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([key]) => !without.has(key))
    .flatMap(([key, property]) => {
      const needed = schema.required?.includes(key) && !optional.has(key) ? 'yes' : ''
      const row = `| \`${path}${key}\` | ${needed} | ${cell(typeOf(property, file))} | ${cell(describe(property, file))} |`
      return [row, ...insideOf(property, file, `${path}${key}`)]
    })
}

/** Rows of the keys inside a value that is written in place: `columns[].field`, `sort.default`, `filter.*.op`. */
function insideOf(schema: MetaSchema, file: string, path: string): string[] {
  if (namesPart(schema)) return []
  const own = rowsOf({ schema, file }, `${path}.`, NONE, NONE)
  const items = schema.items === undefined ? [] : insideOf(schema.items, file, `${path}[]`)
  const values = typeof schema.additionalProperties === 'object' ? insideOf(schema.additionalProperties, file, `${path}.*`) : []
  const branches = (schema.anyOf ?? []).flatMap((branch) => insideOf(branch, file, path))
  return [...new Set([...own, ...items, ...values, ...branches])]
}

function namesPart(schema: MetaSchema): boolean {
  return schema.$ref !== undefined || schema.allOf?.[0]?.$ref !== undefined
}

function describe(property: MetaSchema, file: string): string {
  const own = property.description ?? resolveMeta({ schema: property, file }).schema.description
  if (own !== undefined) return own
  const parts = [...(property.anyOf ?? []), ...(property.items === undefined ? [] : [property.items])]
  return [...new Set(parts.map((part) => describe(part, file)))].filter((text) => text !== '').join(' Or: ')
}

/** What a value may be, in a few words. */
export function typeOf(schema: MetaSchema, file: string): string {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  if (reference !== undefined) return nameOf(reference, file)
  if (schema['x-ref'] !== undefined) return `id of a document of the kind ${linkTo(schema['x-ref'])}`
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((branch) => typeOf(branch, file)))].join(', or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, file)}`
  if (typeof schema.additionalProperties === 'object') return `map of ${typeOf(schema.additionalProperties, file)}`
  if (schema.properties !== undefined) return 'object'
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** Link to the part that a reference names. */
function nameOf(reference: string, from: string): string {
  const [named = '', pointer = ''] = reference.split('#')
  const name = pointer.split('/').at(-1) ?? ''
  return linkTo(headingOf(named === '' ? from : named, name), name)
}

export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
