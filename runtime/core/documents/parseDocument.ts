/** Raw text -> a document of known kind and id, or findings. The kind comes from the file name `<name>.<kind>.json`, the id from the path;
 *  `$schema` and `id` inside the document, where they are written, must say the same. Nothing is known yet about the rest of the content. */
import type { DocumentBase, Kind } from '../documents.ts'
import type { SourcePlaces } from '../language/SourcePlaces.ts'
import { nameOfPath, pathOfName } from '../namePath.ts'
import type { DocumentFailure, RawDocument } from '../platform.ts'
import { type FailureCode, type Finding, pointer, show } from './failure.ts'
import { parseJson } from './parseJson.ts'
import { suggest } from './suggest.ts'

/** All kinds, in the order in which documents are explained. */
export const KINDS = [
  'app',
  'entity',
  'enum',
  'flow',
  'resource',
  'call',
  'form',
  'table',
  'action',
  'page',
  'fragment',
  'menu',
  'role',
  'skin',
  'template',
  'settings',
  'service',
  'keyword',
  'palette',
  'print',
  'feature',
  'timer',
  'dataset',
  'addition',
  'texts',
] as const satisfies readonly Kind[]

/** A document whose kind, id and `$schema` are valid. */
export interface ParsedDocument {
  file: string
  kind: Kind
  id: string
  content: DocumentBase & Record<string, unknown>
  /** Of one that another stands for: its places -> those of the other. */
  places?: SourcePlaces
}

const STORED = /^document:([^@]+)\.(\w+)@/
const FILE = /^(?:.*\/)?schemas\/((?:[^/]+\/)*)([^/]+)\.json$/

export type Parsed = { document: ParsedDocument } | { failures: DocumentFailure[] }

/** A reload reads hundreds of files, of which one has changed. */
const parsedBefore = new WeakMap<RawDocument, Parsed>()

/** Reads one file; the same object is read once. @returns the document, or what is wrong with its frame (never both) */
export function parseDocument(raw: RawDocument): Parsed {
  const known = parsedBefore.get(raw)
  if (known) return known
  const parsed = parse(raw)
  parsedBefore.set(raw, parsed)
  return parsed
}

function parse(raw: RawDocument): Parsed {
  const name = readFileName(raw.file)
  if ('finding' in name) return refuse(raw.file, name.finding)
  const parsed = parseJson(raw.text)
  if ('mistake' in parsed) return refuse(raw.file, syntaxFinding(parsed.mistake))
  const lost = MAYBE_PROTOTYPE.test(raw.text) ? prototypeKey(parsed.value, '') : undefined
  if (lost !== undefined)
    return refuse(raw.file, finding('KEY_UNKNOWN', lost, 'a key other than "__proto__"', '"__proto__"', 'choose another name'))
  return parseContent(raw.file, name.kind, name.id, parsed.value)
}

/** A text that may name `__proto__`, also in escapes. */
const MAYBE_PROTOTYPE = /__proto__|\\u/

/** Path of a key that JavaScript treats as the prototype: a copy of the object would lose it. */
function prototypeKey(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const here = pointer(path, key)
    const found = key === '__proto__' ? here : prototypeKey(member, here)
    if (found !== undefined) return found
  }
  return undefined
}

/** The same for content that is JSON already (stored documents): `kind` and `id` are given from outside. */
export function parseContent(file: string, kind: Kind, id: string, content: unknown): Parsed {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return refuse(
      file,
      finding('TYPE', '', 'an object', show(content), `write { "$schema": "../kinds/${kind}.schema.json", "id": "${id}", ... }`),
    )
  }
  const document = content as ParsedDocument['content']
  const frame = frameFindings(kind, id, document)
  return frame.length > 0 ? refuse(file, ...frame) : { document: { file, kind, id, content: document } }
}

/** Kind and id that a file name stands for: `schemas/notes/add.page.json` -> page, `notes.add`; so do `schemas/notes/inbox/add.page.json` and
 *  `document:notes.add.page@<hash>`. */
export function readFileName(file: string): { kind: Kind; id: string } | { finding: Finding } {
  const stored = STORED.exec(file)
  if (stored !== null && isKind(stored[2])) return { kind: stored[2], id: stored[1] as string }
  const match = FILE.exec(file)
  const parts = (match?.[2] ?? '').split('.')
  const kind = parts.pop() ?? ''
  const isNamed = parts.length > 0 && !parts.includes('')
  if (match === null || !isNamed || !isKind(kind)) {
    const help = !isNamed ? 'name the file <name>.<kind>.json' : suggest(kind, KINDS)
    return { finding: finding('FILE_NAME', '', 'a name <name>.<kind>.json under schemas/', file.split('/').pop() ?? file, help) }
  }
  return { kind, id: nameOfPath(`${match[1] ?? ''}${parts.join('.')}`) }
}

function isKind(name: string | undefined): name is Kind {
  return (KINDS as readonly (string | undefined)[]).includes(name)
}

function frameFindings(kind: Kind, id: string, content: Record<string, unknown>): Finding[] {
  const findings: Finding[] = []
  const schema = `../kinds/${kind}.schema.json`
  const { $schema = schema } = content
  if (typeof $schema !== 'string' || !`/${$schema}`.endsWith(`/${kind}.schema.json`)) {
    findings.push(
      finding('SCHEMA_MISMATCH', '/$schema', `"${schema}"`, show(content.$schema), `write "${schema}", or rename the file to its kind`),
    )
  }
  if (content.id !== undefined && content.id !== id) {
    findings.push(
      finding('ID_MISMATCH', '/id', `"${id}"`, show(content.id), `write "id": "${id}", or name the file ${fileOf(kind, content.id)}`),
    )
  }
  return findings
}

/** Where a document with this id is, when its area has no sub-folders. */
export function fileOf(kind: string, id: unknown): string {
  return `schemas/${pathOfName(typeof id === 'string' ? id : '<area>.<name>')}.${kind}.json`
}

function syntaxFinding(mistake: {
  code: FailureCode
  line: number
  column: number
  path: string
  expected: string
  found: string
}): Finding {
  const place = `line ${mistake.line}, column ${mistake.column}`
  const help =
    mistake.code === 'JSON_DUPLICATE_KEY' ? `remove one of the two at ${place}` : `look at ${place}, and at the character before it`
  return finding(mistake.code, mistake.path, mistake.expected, `${mistake.found} at ${place}`, help)
}

function finding(code: FailureCode, path: string, expected: string, found: string, suggestion: string): Finding {
  return { code, path, expected, found, suggestion }
}

function refuse(file: string, ...findings: Finding[]): { failures: DocumentFailure[] } {
  return { failures: findings.map(({ code, ...rest }) => ({ code, file, ...rest })) }
}
