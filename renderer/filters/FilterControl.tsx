import type { ReactNode } from 'react'
import { Suspense, useEffect, useId, useMemo, useRef } from 'react'
import { resolveText } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { controlName } from '../../runtime/core/form/controlName.ts'
import type { Answer } from '../form/contract.ts'
import { controlOf } from '../form/controls.ts'
import '../styles/form.css'
import type { FilterFieldProps } from './FilterField.tsx'
import { typedValue } from './filterInput.ts'
import { filterKind } from './filterKind.ts'
import { useEvaluatedOptions } from './useFilterOptions.ts'

/** A filter drawn by a form control: a tree of options, or options that a call searches. The control sees one answer and no form. */
export default function FilterControl({ name, field, value, onChange }: FilterFieldProps): ReactNode {
  const id = useId()
  const labelId = useId()
  const options = useEvaluatedOptions(field)
  const shown = useMemo<FormField>(() => ({ ...field, 'x-options': options, 'x-widget': widgetOf(field) }), [field, options])
  const answer = useFilterAnswer(name, field, value, onChange)
  const { Component } = controlOf(shown)
  const title = resolveText(field.title)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in all browsers
    <div className={`ag-filter ag-filter--${filterKind(field)}`} role="group" aria-labelledby={labelId}>
      <label id={labelId} className="ag-filter__label" htmlFor={id}>
        {title}
      </label>
      <Suspense fallback={<span className="ag-skeleton ag-skeleton--line" />}>
        <Component
          id={id}
          answer={answer}
          field={shown}
          label={title}
          placeholder={resolveText(field['x-placeholder'])}
          props={field['x-props'] ?? {}}
          disabled={false}
          required={false}
          invalid={false}
          describedBy={undefined}
          disabledOptions={[]}
        />
      </Suspense>
    </div>
  )
}

function widgetOf(field: FormField): string {
  if (filterKind(field) === 'way') return 'cascader'
  return field.type === 'array' ? 'multiSelect' : field['x-widget'] ? controlName(field) : 'searchSelect'
}

/** The values of a filter as an answer: strings outside, the schema's types inside. */
function useFilterAnswer(name: string, field: FormField, value: readonly string[], onChange: FilterFieldProps['onChange']): Answer {
  const now = useRef({ field, value, onChange })
  now.current = { field, value, onChange }
  const listeners = useRef(new Set<() => void>())
  const text = value.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the values
  useEffect(() => {
    for (const listener of listeners.current) listener()
  }, [text])
  return useMemo<Answer>(() => {
    // the same values give the same list object, as React requires
    let last: { text: string; answer: unknown } | null = null
    return {
      path: `/${name}`,
      read: () => {
        const { field, value } = now.current
        const text = value.join('\n')
        if (last?.text !== text) last = { text, answer: answerOf(field, value) }
        return last.answer
      },
      write: (answer) => now.current.onChange([answer ?? []].flat().map(String)),
      subscribe: (listener) => {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
      leave: () => undefined,
      hold: () => undefined,
    }
  }, [name])
}

function answerOf(field: FormField, values: readonly string[]): unknown {
  if (values.length === 0) return undefined
  return field.type === 'array' ? values.map((value) => typedValue(value, field.items ?? {})) : typedValue(values.at(-1)!, field)
}
