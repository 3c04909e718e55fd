/** Whether two versions of a form accept the same answers: they differ only in texts, order and appearance. Then stored answers need no check. */
import type { FormDocument, FormField } from '../documents.ts'

/** Keys of a field that say nothing of its answers. */
const LOOKS: readonly string[] = ['title', 'description', 'x-placeholder', 'x-mark', 'x-span', 'x-step', 'x-section']

/** True only when it is sure. */
export function hasSameValidation(one: FormDocument, other: FormDocument): boolean {
  return JSON.stringify(rulesOf(one.schema)) === JSON.stringify(rulesOf(other.schema))
}

type Holder = Partial<Pick<FormField, 'properties' | 'items'>>

function rulesOf(field: Holder): unknown {
  const { properties, items, ...keys } = field
  const own = Object.entries(keys).filter(([key]) => !LOOKS.includes(key))
  return {
    own: own.sort(byName).map(([key, value]) => [key, key === 'x-options' ? withoutLabels(value) : value]),
    items: items && rulesOf(items),
    properties:
      properties &&
      Object.entries(properties)
        .sort(byName)
        .map(([name, inner]) => [name, rulesOf(inner)]),
  }
}

function withoutLabels(options: unknown): unknown {
  return Array.isArray(options)
    ? options.map(({ label: _, children, ...option }) => ({ ...option, children: withoutLabels(children) }))
    : options
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : Number(one > other)
}
