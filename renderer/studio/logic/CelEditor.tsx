import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'
import { resolveText } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { functionTable } from '../../../runtime/core/expressions/functions.ts'
import { plainText } from '../../../runtime/core/studio/describeRule.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { useCodeEditor } from '../useCodeEditor.ts'
import type { CelMistake } from './celMistake.ts'

interface CelEditorProps {
  label: string
  value: string
  operands: readonly Operand[]
  mistake: CelMistake | null
  onChange(text: string): void
  /** The person has finished: left the editor, or pressed Ctrl+Enter. */
  onDone(): void
}

/** An expression as text: bracket colours, completion of fields and functions, and its mistake in place. */
export function CelEditor({ label, value, operands, mistake, onChange, onDone }: CelEditorProps): ReactNode {
  const latest = useRef(operands)
  latest.current = operands
  const done = useRef(onDone)
  done.current = onDone
  const { place, view } = useCodeEditor(value, onChange, () => [
    keymap.of([{ key: 'Mod-Enter', run: () => finished(done) }]),
    EditorView.domEventHandlers({ blur: () => done.current() }),
    extensions(label, latest),
  ])
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

/** After a dot: members and methods; otherwise fields, context and functions. */
function completions(context: CompletionContext, operands: readonly Operand[]) {
  const word = context.matchBefore(/[\w.\p{Script=Han}]*/u)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const dot = word.text.lastIndexOf('.')
  const fields = operands
    .filter(({ field }) => field.startsWith(word.text.slice(0, dot + 1)))
    .flatMap(({ field, title }) => [
      { label: field, detail: resolveText(title), type: 'variable' },
      // people know a field by its title, in the one language or the other
      ...titlesOf(title).map((label) => ({ label, apply: field, detail: field, type: 'variable' })),
    ])
  const methods = dot >= 0 && !fields.some(({ label }) => label.startsWith(word.text.slice(0, dot + 1)))
  const functions = functionTable
    .filter(({ method }) => method === methods)
    .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
    .map(({ name, signature, description }) => ({ label: name, apply: `${name}(`, detail: signature, info: description, type: 'function' }))
  return methods ? { from: word.from + dot + 1, options: functions } : { from: word.from, options: [...fields, ...functions] }
}

/** The key is used up. */
function finished(done: { readonly current: () => void }): true {
  done.current()
  return true
}

function titlesOf(title: Text): string[] {
  return [...new Set([plainText(title, 'zh'), plainText(title, 'en')])].filter((text) => text !== '' && !text.startsWith('@'))
}
