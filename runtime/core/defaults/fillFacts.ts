/** Facts of a screen without a label get title and format from the entity, when the object comes from a source of the screen: `"of": "=work"`. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import { shownField } from './entityFields.ts'
import type { FindMembers } from './FindMembers.ts'
import { outputPaths } from './outputPaths.ts'
import { readEntity } from './readEntity.ts'

const OWN_FIELD = /^row\.(\w+)$/

/** @param content a page or fragment. @returns the same object where no fact leaves its label out */
export function fillFacts(content: Json, membersOf: FindMembers): Json {
  const sources = isRecord(content.sources) ? content.sources : {}
  return visit(content) as Json

  function visit(value: unknown): unknown {
    if (Array.isArray(value)) {
      const items = value.map(visit)
      return items.every((item, index) => item === value[index]) ? value : items
    }
    if (!isRecord(value)) return value
    if (value.node === 'detail' && isRecord(value.of)) return fillDetail(value, sources[String(value.of.cel)], membersOf)
    const members = Object.entries(value).map(([key, member]) => [key, visit(member)] as const)
    return members.every(([key, member]) => member === value[key]) ? value : Object.fromEntries(members)
  }
}

function fillDetail(detail: Json, source: unknown, membersOf: FindMembers): Json {
  const facts = Array.isArray(detail.fields) ? detail.fields.filter(isRecord) : []
  const call = isRecord(source) && typeof source.call === 'string' ? source.call : undefined
  const entity = call && readEntity(call, membersOf)
  if (!entity || facts.every(({ label }) => label !== undefined)) return detail
  const paths = outputPaths(membersOf('call', call))
  return { ...detail, fields: facts.map((fact) => (fact.label === undefined ? fillFact(fact, entity, paths, membersOf) : fact)) }
}

function fillFact(fact: Json, entity: string, paths: ReadonlyMap<string, string>, membersOf: FindMembers): Json {
  const name = isRecord(fact.value) ? OWN_FIELD.exec(String(fact.value.cel))?.[1] : undefined
  const path = paths.get(name ?? '')
  if (path === undefined) return fact
  const { title, ...shown } = shownField(entity, path, membersOf)
  return { ...(title !== undefined && { label: title }), ...shown, ...fact }
}
