/** Tools of the editor of formatted text: what each does, and when it is on. */

import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import type { Editor, JSONContent } from '@tiptap/react'
import { translate } from '../../../../runtime/client/texts.ts'

export interface Tool {
  /** Of its text `form.richText.<key>`. */
  key: string
  /** A letter on the button, or an icon. */
  sign?: string
  icon?: string
  /** Node or mark in which it is pressed. */
  active?: string | [string, Record<string, unknown>]
  /** Not offered while false. */
  offered?(editor: Editor): boolean
  disabled?(editor: Editor): boolean
  run(editor: Editor): void
}

const START_ROWS = 3
const START_COLUMNS = 3
/** As many as stand side by side. */
const PEOPLE = 3

export const TEXT_TOOLS: readonly Tool[] = [
  { key: 'undo', icon: 'undo', disabled: (editor) => !editor.can().undo(), run: (editor) => editor.chain().focus().undo().run() },
  { key: 'redo', icon: 'redo', disabled: (editor) => !editor.can().redo(), run: (editor) => editor.chain().focus().redo().run() },
  { key: 'bold', sign: 'B', active: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { key: 'italic', sign: 'I', active: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    key: 'heading',
    sign: 'H',
    active: ['heading', { level: 3 }],
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { key: 'bulletList', sign: '•', active: 'bulletList', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { key: 'orderedList', sign: '1.', active: 'orderedList', run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { key: 'quote', sign: '”', active: 'blockquote', run: (editor) => editor.chain().focus().toggleBlockquote().run() },
]

const inTable = (editor: Editor) => editor.isActive('table')
const onTable = (command: typeof addRowAfter) => (editor: Editor) => {
  command(editor.state, editor.view.dispatch)
  editor.commands.focus()
}

/** For who composes pages. */
export const BLOCK_TOOLS: readonly Tool[] = [
  { key: 'table', icon: 'table', active: 'table', run: (editor) => insert(editor, tableOf(START_ROWS, START_COLUMNS)) },
  { key: 'columns', icon: 'columns', active: 'columns', run: (editor) => insert(editor, columnsOf(2)) },
  { key: 'people', icon: 'users', run: (editor) => insert(editor, people(PEOPLE)) },
  { key: 'question', icon: 'question', active: 'details', run: (editor) => insert(editor, question()) },
  { key: 'addRow', sign: '+☰', offered: inTable, run: onTable(addRowAfter) },
  { key: 'addColumn', sign: '+▥', offered: inTable, run: onTable(addColumnAfter) },
  { key: 'removeRow', sign: '−☰', offered: inTable, run: onTable(deleteRow) },
  { key: 'removeColumn', sign: '−▥', offered: inTable, run: onTable(deleteColumn) },
  { key: 'removeTable', icon: 'trash', offered: inTable, run: onTable(deleteTable) },
]

function insert(editor: Editor, content: JSONContent): void {
  editor.chain().focus().insertContent(content).run()
}

const paragraph = (text?: string): JSONContent => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })

function tableOf(rows: number, columns: number): JSONContent {
  const cells = (type: string) => Array.from({ length: columns }, () => ({ type, content: [paragraph()] }))
  return {
    type: 'table',
    content: Array.from({ length: rows }, (_, row) => ({ type: 'tableRow', content: cells(row === 0 ? 'tableHeader' : 'tableCell') })),
  }
}

function columnsOf(count: number, inside: () => JSONContent[] = () => [paragraph()]): JSONContent {
  return { type: 'columns', content: Array.from({ length: count }, () => ({ type: 'column', content: inside() })) }
}

/** Judges, speakers, contacts: a column for each, to which a picture can be added. */
function people(count: number): JSONContent {
  const name: JSONContent = { type: 'text', text: translate('form.richText.personName'), marks: [{ type: 'bold' }] }
  return columnsOf(count, () => [{ type: 'paragraph', content: [name] }, paragraph(translate('form.richText.personFacts'))])
}

function question(): JSONContent {
  const summary = { type: 'summary', content: [{ type: 'text', text: translate('form.richText.questionTitle') }] }
  return { type: 'details', content: [summary, paragraph(translate('form.richText.questionText'))] }
}
