/** Words of the language that few documents use. A word that under four documents use says what could be said in another way, or what no one needs. */
import { type Located, type MetaSchema, metaSchemas, resolveMeta } from '../../../runtime/core/documents/metaSchemas.ts'
import { readDocuments } from '../../../runtime/core/documents/readDocuments.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { chooseBranch } from '../../../runtime/core/language/chooseBranch.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'

/** Kinds of which there are few documents whose keys are all used once. */
const SINGLE = ['app', 'texts']

/** Keys that every node has count once. */
const EVERY_NODE = ['node', 'id', 'permission', 'visibleWhen', 'fallback', 'span']

/** `file.part.key` of the meta-schemas -> documents that use it, the rarest first. */
export function wordUses(root: string): [word: string, documents: number][] {
  const uses = new Map<string, Set<string>>()
  for (const { kind, id, content } of readDocuments(loadFiles(root).raws).documents) {
    const file = `${kind}.schema.json`
    visit({ schema: metaSchemas[file] as MetaSchema, file }, content, (word) => {
      uses.set(word, (uses.get(word) ?? new Set()).add(`${kind} ${id}`))
    })
  }
  return [...uses].map(([word, { size }]) => [word, size] as [string, number]).sort((a, b) => a[1] - b[1])
}

/** Words of kinds that more than one document has, which under four documents use. */
export function rareWords(root: string): [word: string, documents: number][] {
  return wordUses(root).filter(([word, count]) => count < 4 && !SINGLE.some((kind) => word.startsWith(`${kind}.`)))
}

function visit(reference: Located, value: unknown, note: (word: string) => void): void {
  const at = resolveMeta(reference)
  const { schema, file } = at
  for (const part of schema.allOf ?? []) if (part.if === undefined) visit({ schema: part, file }, value, note)
  const branch = schema.anyOf && chooseBranch(at, value)
  if (branch) visit(branch, value, note)
  if (Array.isArray(value)) for (const item of value) schema.items && visit({ schema: schema.items, file }, item, note)
  if (!isRecord(value)) return
  for (const [key, member] of Object.entries(value)) {
    const named = schema.properties !== undefined && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    if (named !== undefined) note(`${file.split('.')[0]}.${EVERY_NODE.includes(key) ? '' : titleOf(schema)}${key}`)
    const inner = named ?? (isRecord(schema.additionalProperties) ? (schema.additionalProperties as MetaSchema) : undefined)
    if (inner !== undefined) visit({ schema: inner, file }, member, note)
  }
}

/** What tells the parts of a meta-schema apart: the constant that a branch is chosen by. */
function titleOf({ properties = {} }: MetaSchema): string {
  const said = ['kind', 'node', 'step'].map((key) => properties[key]?.const).find((value) => value !== undefined)
  return said === undefined ? '' : `${said}.`
}
