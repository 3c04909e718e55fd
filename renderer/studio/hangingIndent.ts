/** Wrapped lines continue below the beginning of their text, not at the margin, so that the depth stays visible. Classes instead of styles in the
 *  markup: the page's content security policy allows no others. */
import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Columns of one level, and of the deepest one that hangs; the lines below it hang as that does. */
const LEVEL = 2
const DEEPEST = 20
/** What the editor's own style gives a line. */
const MARGIN = '6px'

const LEVELS = Array.from({ length: DEEPEST / LEVEL + 1 }, (_, level) => level)
const LINES = LEVELS.map((level) => Decoration.line({ class: `ag-hang-${level}` }))
const STYLES = EditorView.theme(
  Object.fromEntries(
    LEVELS.map((level) => {
      const columns = `${(level + 1) * LEVEL}ch`
      return [`.cm-line.ag-hang-${level}`, { paddingLeft: `calc(${MARGIN} + ${columns})`, textIndent: `-${columns}` }]
    }),
  ),
)

export function hangingIndent(): Extension {
  return [STYLES, HANGING, EditorView.lineWrapping]
}

const HANGING = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = hang(view)
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = hang(update.view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

/** Only for the visible lines. */
function hang({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      const indent = Math.min(line.text.length - line.text.trimStart().length, DEEPEST)
      builder.add(line.from, line.from, LINES[Math.floor(indent / LEVEL)] as Decoration)
      at = line.to + 1
    }
  }
  return builder.finish()
}
