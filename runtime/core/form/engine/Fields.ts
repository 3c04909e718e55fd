/** The fields of a form at the places that the answers have, and what the person may do with each. */
import { isRecord } from '../../isRecord.ts'
import { holdsPermission } from '../../permissions.ts'
import { childPath } from '../answerPath.ts'
import type { CompiledForm, FieldTemplate } from '../compileForm.ts'
import { type Instance, inside, newInstance, type Row } from './instance.ts'

interface Place {
  holder: Record<string, unknown>
  item: Record<string, unknown> | null
  parent: Instance | null
  base: string
}

export class Fields {
  readonly byPath = new Map<string, Instance>()
  /** By template index. */
  readonly byTemplate: Set<Instance>[] = []
  /** By template index: what the person may read and write, which never changes while filling. */
  readonly rights: { readable: boolean; writable: boolean }[] = []
  /** At the root. */
  readonly children: Instance[]
  /** By position. */
  readonly steps: Instance[]
  private readonly change: (path: string) => void

  /** @param given  `codes` of the person; `change` hears of places that are gone */
  constructor(
    compiled: CompiledForm,
    answers: unknown,
    given: { codes: { has(code: string): boolean }; scope: Record<string, unknown>; change(path: string): void },
  ) {
    this.change = given.change
    this.readRights(compiled.root, given.codes)
    this.children = this.build(compiled.root, { holder: given.scope, item: null, parent: null, base: '' }, answers)
    this.steps = compiled.steps.map((field) => this.step(field))
  }

  private build(holder: FieldTemplate, place: Place, answers: unknown): Instance[] {
    const given = isRecord(answers) ? answers : {}
    return holder.children.map((field) => {
      // Visibility can change later; rights cannot.
      const held = (place.parent?.held ?? true) && this.rights[field.index]!.readable
      const instance = newInstance(field, { ...place, path: childPath(place.base, field.name), held })
      this.byPath.set(instance.path, instance)
      this.byTemplate[field.index]!.add(instance)
      // A value that the person may not read is not an answer, no matter who sent it.
      const readable = this.rights[field.index]!.readable && Object.hasOwn(given, field.name)
      this.fill(instance, readable ? given[field.name] : undefined)
      return instance
    })
  }

  private step(field: FieldTemplate): Instance {
    const instance = newInstance(field, { path: field.path, holder: {}, item: null, parent: null, held: true })
    this.byTemplate[field.index] = new Set([instance])
    return instance
  }

  /** Takes what was given for a field, with all below it. Nothing is evaluated. */
  fill(instance: Instance, given: unknown): void {
    const { field } = instance
    if (field.kind === 'value') {
      if (field.computed) instance.computed = given ?? null
      else instance.raw = given
    } else if (field.kind === 'group') {
      const scope = {}
      instance.scope = scope
      instance.raw = given === undefined || given === null || isRecord(given) ? undefined : given
      instance.children = this.build(field, { holder: scope, item: instance.item, parent: instance, base: instance.path }, given)
    } else {
      instance.raw = given === undefined || given === null || Array.isArray(given) ? undefined : given
      instance.rows = Array.isArray(given) ? given.map((row, at) => this.row(instance, row, at)) : []
      instance.scope = instance.rows.map((row) => row.scope)
    }
  }

  private row(instance: Instance, given: unknown, at: number): Row {
    const scope = {}
    const children = this.build(instance.field, { holder: scope, item: scope, parent: instance, base: childPath(instance.path, at) }, given)
    return { scope, children, raw: isRecord(given) ? undefined : given }
  }

  /** Everything below a field is gone. */
  forget(instance: Instance): void {
    for (const below of inside(instance)) {
      below.alive = false
      this.byPath.delete(below.path)
      this.byTemplate[below.field.index]!.delete(below)
      this.change(below.path)
    }
    instance.children = []
    instance.rows = []
  }

  /** The places of a field that read another one: in the same row that one alone, elsewhere all. */
  targets(field: FieldTemplate, source: Instance): Iterable<Instance> {
    if (field === source.field) return [source]
    if (field === source.field.parent && source.parent) return [source.parent]
    if (field.row !== null && field.row === source.field.row && source.item)
      return [...this.byTemplate[field.index]!].filter((target) => target.item === source.item)
    return this.byTemplate[field.index]!
  }

  private readRights(field: FieldTemplate, codes: { has(code: string): boolean }): void {
    const above = field.parent ? this.rights[field.parent.index]! : { readable: true, writable: true }
    const readable = above.readable && (field.readers === null || holdsPermission(codes, field.readers))
    this.rights[field.index] = {
      readable,
      writable: above.writable && readable && (field.writers === null || holdsPermission(codes, field.writers)),
    }
    this.byTemplate[field.index] = new Set()
    for (const child of field.children) this.readRights(child, codes)
  }
}
