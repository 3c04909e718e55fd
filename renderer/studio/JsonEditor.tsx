import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, defaultHighlightStyle, foldGutter, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { hangingIndent } from './hangingIndent.ts'
import { type PlacedText, pathAt, placeOfPath } from './jsonPlaces.ts'
import { useCodeEditor } from './useCodeEditor.ts'

export interface JsonEditorProps {
  label: string
  value: string
  readOnly?: boolean
  /** Shown at the value that the path names. */
  problems?: readonly { path: string; text: string; severity?: 'error' | 'warning' }[]
  /** Keys and values that may be at a path. */
  complete?(path: readonly string[], what: 'key' | 'value'): readonly { name: string; description?: string }[]
  onChange?(text: string): void
  /** The value at this path is brought into view when it becomes another one. */
  show?: string
}

/** Editor of a document as JSON text: colours, folding, search, completion from the meta-schema, and problems at their line. It knows no kind of
 * document; the caller decides what to do with the text. Text that does not parse is kept as typed. */
export function JsonEditor({ label, value, readOnly = false, problems = [], complete, onChange, show }: JsonEditorProps): ReactNode {
  const latest = useRef(complete)
  latest.current = complete
  const { place, view } = useCodeEditor(value, onChange, () => extensions({ label, readOnly, latest }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: places move with the text
  useEffect(() => {
    const editor = view.current!
    const found = problems.map(({ path, text, severity }) => diagnosticOf(editor, path, text, severity ?? 'error'))
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [problems, value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is a ref
  useEffect(() => {
    const editor = view.current!
    const found = show === undefined ? null : placeOfPath(editor.state.doc.toString(), syntaxTree(editor.state), show)
    if (found) editor.dispatch({ selection: { anchor: found.from }, effects: EditorView.scrollIntoView(found.from, { y: 'center' }) })
  }, [show])
  return <div ref={place} className="ag-json-editor" />
}

interface Made {
  label: string
  readOnly: boolean
  latest: { current: JsonEditorProps['complete'] }
}

function extensions({ label, readOnly, latest }: Made): Extension[] {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    hangingIndent(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    json(),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    autocompletion({ override: [(context) => completions(context, latest)] }),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorState.phrases.of(phrases()),
    // Escape, then Tab leaves the editor.
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ]
}

function completions(context: CompletionContext, latest: Made['latest']) {
  const found: PlacedText | null = pathAt(context.state.doc.toString(), syntaxTree(context.state), context.pos)
  const word = context.matchBefore(/[\w$-]*/)
  if (!found || !word || (word.from === word.to && !context.explicit && !found.isQuoted)) return null
  const hints = latest.current?.(found.path, found.what) ?? []
  const quote = (name: string) => (found.isQuoted ? name : JSON.stringify(name))
  return {
    from: word.from,
    options: hints.map(({ name, description }) => ({
      label: name,
      info: description,
      apply: found.what === 'key' ? `${quote(name)}${found.isQuoted ? '' : ': '}` : quote(name),
    })),
  }
}

function diagnosticOf(editor: EditorView, path: string, message: string, severity: 'error' | 'warning'): Diagnostic {
  const text = editor.state.doc.toString()
  const found = placeOfPath(text, syntaxTree(editor.state), path) ?? { from: 0, to: Math.min(1, text.length) }
  const line = editor.state.doc.lineAt(found.from)
  return { from: found.from, to: Math.min(found.to, line.to), severity, message }
}

/** The editor's own words. */
function phrases(): Record<string, string> {
  const words = [
    'Find',
    'Replace',
    'next',
    'previous',
    'all',
    'match case',
    'regexp',
    'by word',
    'replace',
    'replace all',
    'close',
    'Diagnostics',
    'No diagnostics',
    'Fold line',
    'Unfold line',
    'folded code',
    'unfold',
    'Completions',
    'current match',
    'on line',
    'replaced $ matches',
  ]
  return Object.fromEntries(words.map((word) => [word, translate(`studio.editor.${word.replaceAll(' ', '_').replaceAll('$', 'n')}`)]))
}
