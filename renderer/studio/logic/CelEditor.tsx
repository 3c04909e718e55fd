import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'
import { resolveText } from '../../../runtime/client/texts.ts'
import { functionTable } from '../../../runtime/core/expressions/functions.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { useCodeEditor } from '../useCodeEditor.ts'
import type { CelMistake } from './celMistake.ts'

interface CelEditorProps {
  label: string
  value: string
  operands: readonly Operand[]
  mistake: CelMistake | null
  onChange(text: string): void
}

/** An expression as text: bracket colours, completion of fields and functions, and its mistake in place. */
export function CelEditor({ label, value, operands, mistake, onChange }: CelEditorProps): ReactNode {
  const latest = useRef(operands)
  latest.current = operands
  const { place, view } = useCodeEditor(value, onChange, () => extensions(label, latest))
  // biome-ignore lint/correctness/useExhaustiveDependencies: places move with the text
  useEffect(() => {
    const editor = view.current!
    const { length } = editor.state.doc
    const from = Math.min(mistake?.offset ?? 0, length)
    const end = Math.max(from, Math.min(length, from + (mistake?.length ?? 1)))
    const found = mistake
      ? [{ from: from === end ? Math.max(0, from - 1) : from, to: end, severity: 'error' as const, message: mistake.words }]
      : []
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [mistake, value])
  return <div ref={place} className="ag-studio-cel" />
}

function extensions(label: string, latest: { current: readonly Operand[] }): Extension[] {
  return [
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    EditorView.lineWrapping,
    autocompletion({ override: [(context) => completions(context, latest.current)] }),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
  ]
}

/** Behind a dot: what is inside of it, and methods; elsewhere: fields, context and functions. */
function completions(context: CompletionContext, operands: readonly Operand[]) {
  const word = context.matchBefore(/[\w.]*/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const dot = word.text.lastIndexOf('.')
  const fields = operands
    .filter(({ field }) => field.startsWith(word.text.slice(0, dot + 1)))
    .map(({ field, title }) => ({ label: field, detail: resolveText(title), type: 'variable' }))
  const methods = dot >= 0 && !fields.some(({ label }) => label.startsWith(word.text.slice(0, dot + 1)))
  const functions = functionTable
    .filter(({ method }) => method === methods)
    .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
    .map(({ name, signature, description }) => ({ label: name, apply: `${name}(`, detail: signature, info: description, type: 'function' }))
  return methods ? { from: word.from + dot + 1, options: functions } : { from: word.from, options: [...fields, ...functions] }
}
