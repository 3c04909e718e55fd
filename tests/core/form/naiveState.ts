/** The rules of a form said once more, in the slowest and plainest way, as an oracle: every question is answered anew by recursion, nothing is
 *  ordered, remembered or updated. */
import type { Cel, FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileUnchecked } from '../../../runtime/core/expressions/index.ts'

type Row = { fields: Record<string, FormField>; answers: Record<string, unknown>; above: Naive | null }

/** What rules read beside the answers. */
interface Given {
  context: Record<string, unknown>
  permissions: readonly string[]
  now: string
}

export class Naive {
  private readonly row: Row
  private readonly root: Naive
  private readonly given: Given
  private readonly permissions: readonly string[]
  private readonly steps: NonNullable<FormDocument['steps']>

  constructor(row: Row, root: Naive | null, given: Given, steps: FormDocument['steps'] = []) {
    this.steps = steps
    this.row = row
    this.root = root ?? this
    this.given = given
    this.permissions = given.permissions
  }

  static of(form: FormDocument, answers: Record<string, unknown>, given: Given): Naive {
    return new Naive({ fields: form.schema.properties, answers, above: null }, null, given, form.steps)
  }

  names(): string[] {
    return Object.keys(this.row.fields)
  }

  rows(name: string): Naive[] {
    const field = this.row.fields[name]!
    const value = this.row.answers[name]
    if (!field.items?.properties || !Array.isArray(value)) return []
    return value.map((row) => {
      const answers = typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {}
      return new Naive({ fields: field.items!.properties!, answers, above: this }, this.root, this.given)
    })
  }

  shown(name: string): boolean {
    const field = this.row.fields[name]!
    if (field['x-readers'] && !this.permissions.includes(field['x-readers'] as string)) return false
    return !this.passedOver(name) && this.holds(field['x-visibleWhen'], true)
  }

  /** Walks from the first step to where it ends. */
  private passedOver(name: string): boolean {
    const own = this.row.fields[name]!['x-step']
    if (this !== this.root || own === undefined) return false
    for (let at = 0; at >= 0 && at < this.steps.length; ) {
      if (this.steps[at]!.id === own) return false
      const jump = this.steps[at]!.next?.find(({ when }) => this.holds(when, true))
      at = jump ? this.steps.findIndex(({ id }) => id === jump.to) : at + 1
    }
    return true
  }

  private fixed(name: string): { to: unknown } | undefined {
    return this.row.fields[name]!['x-set']?.find(({ when, fixed }) => fixed && this.holds(when, true))
  }

  /** Null for an option that is not offered. */
  private offered(name: string): unknown {
    const { 'x-options': options, 'x-optionWhen': table } = this.row.fields[name]!
    const answer = this.row.answers[name] ?? null
    const option = Array.isArray(options) ? options.find(({ value }) => value === answer) : undefined
    if (!option) return answer
    const isIn = table ? this.run(table, { ...option.columns, value: option.value }) === true : true
    return isIn && this.holds(option.visibleWhen, true) ? answer : null
  }

  visible(name: string, parentVisible: boolean): boolean {
    return parentVisible && this.shown(name)
  }

  enabled(name: string, parentVisible: boolean, parentWritable: boolean): boolean {
    const field = this.row.fields[name]!
    const writable = parentWritable && (!field['x-writers'] || this.permissions.includes(field['x-writers'] as string))
    return (
      this.visible(name, parentVisible) && writable && !field['x-computed'] && !this.fixed(name) && this.holds(field['x-enabledWhen'], true)
    )
  }

  required(name: string, required: readonly string[], parentVisible: boolean, parentWritable: boolean): boolean {
    const field = this.row.fields[name]!
    return this.enabled(name, parentVisible, parentWritable) && (required.includes(name) || this.holds(field['x-requiredWhen'], false))
  }

  /** What expressions read: null while the field is hidden and does not keep its value. */
  read(name: string): unknown {
    const field = this.row.fields[name]!
    if (field['x-readers'] && !this.permissions.includes(field['x-readers'] as string)) return null
    if (!this.shown(name) && (field['x-whenHidden'] !== 'keep' || this.passedOver(name))) return null
    if (field['x-computed']) return this.run(field['x-computed'])
    if (field.items?.properties) return this.rows(name).map((row) => row.scope())
    const fixed = this.fixed(name)
    return fixed ? fixed.to : this.offered(name)
  }

  private scope(): Record<string, unknown> {
    return Object.fromEntries(this.names().map((name) => [name, this.read(name)]))
  }

  private holds(condition: Cel | undefined, without: boolean): boolean {
    return condition ? this.run(condition) === true : without
  }

  private run({ cel }: Cel, option?: Record<string, unknown>): unknown {
    const expression = compileUnchecked(cel)
    const read = new Set(expression.references.map((path) => path[0]!))
    const scope: Record<string, unknown> = {
      context: this.given.context,
      session: { permissions: this.permissions },
      now: this.given.now,
    }
    for (const name of this.root.names()) if (read.has(name)) scope[name] = this.root.read(name)
    const inner = new Set(expression.references.filter((path) => path[0] === 'item').map((path) => path[1]!))
    if (this !== this.root) scope.item = Object.fromEntries([...inner].map((name) => [name, this.read(name)]))
    if (option) scope.option = option
    return expression.evaluate(scope)
  }
}
