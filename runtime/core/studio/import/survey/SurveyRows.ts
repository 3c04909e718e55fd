/** Parts of a survey that hold questions - panels, rows, matrices - -> groups, repeat groups, matrices. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField, LocalText } from '../../../documents.ts'
import type { FieldNames } from '../fieldNames.ts'
import { Holder } from '../Holder.ts'
import { Losses } from '../ImportReport.ts'
import { layered } from '../Ledger.ts'
import { given, isLiteral, isObject, type Json, list, textOf } from '../reading.ts'
import { answerName, forItem, type SurveyRules } from './SurveyRules.ts'
import { numberAt } from './surveyNumbers.ts'

/** Reads the questions inside. */
interface SurveyReader {
  readonly names: FieldNames
  readonly losses: Losses
  readonly rules: SurveyRules
  elements(elements: readonly unknown[], path: string, holder: Holder): void
  element(element: Json, path: string, holder: Holder): void
}

export class SurveyRows {
  private readonly reader: SurveyReader
  constructor(reader: SurveyReader) {
    this.reader = reader
  }

  readonly kinds: Record<string, (element: Json, path: string, prefix: string) => FormField | null> = {
    panel: (element, path, prefix) => this.panel(element, path, prefix),
    paneldynamic: (element, path) =>
      this.repeat(element, list(element.templateElements), pointer(path, 'templateElements'), path, {
        least: 'minPanelCount',
        max: 'maxPanelCount',
        first: 'panelCount',
        add: element.addPanelText === undefined ? 'panelAddText' : 'addPanelText',
        title: 'templateTitle',
      }),
    matrixdynamic: (element, path) =>
      this.repeat(element, this.columns(element), pointer(path, 'columns'), path, {
        least: 'minRowCount',
        max: 'maxRowCount',
        first: 'rowCount',
        add: 'addRowText',
        title: 'rowTitle',
      }),
    multipletext: (element, path) => this.multipleText(element, path),
    matrix: (element, path) => this.matrix(element, path),
    matrixdropdown: (element, path) => this.matrixDropdown(element, path),
  }

  private panel(element: Json, path: string, prefix: string, key = 'elements'): FormField | null {
    const holder = new Holder(prefix, this.reader.names)
    this.reader.elements(list(element[key]), pointer(path, key), holder)
    return holder.isEmpty ? null : holder.section
  }

  private repeat(
    element: Json,
    elements: readonly unknown[],
    inner: string,
    path: string,
    counts: { least: string; max: string; first: string; add: string; title: string },
  ): FormField | null {
    const holder = new Holder('item.', this.reader.names)
    this.reader.elements(elements, inner, holder)
    if (holder.isEmpty) {
      this.reader.losses.lost(path, 'nothing', element)
      return null
    }
    const [least, max, first] = [counts.least, counts.max, counts.first].map((key) => numberAt(element, key))
    const addLabel = textOf(element[counts.add])
    const rowTitle = rowTitleOf(element[counts.title])
    if (element[counts.title] !== undefined && !rowTitle)
      this.reader.losses.lost(pointer(path, counts.title), 'text', element[counts.title])
    const isFixed = element.allowAddRows === false || element.allowAddPanel === false || (least !== undefined && least === max)
    const props = { ...(addLabel ? { addLabel } : {}), ...(rowTitle ? { rowTitle } : {}), ...(isFixed ? { fixed: true } : {}) }
    const rows = isFixed ? (first ?? least) : least
    // initial rows that may be removed are rows of an empty answer
    if (first !== undefined && first > 0 && !isFixed && element.defaultValue === undefined)
      this.reader.losses.near(pointer(path, counts.first), 'value', first)
    const preset = first !== undefined && first > 0 ? { default: Array.from({ length: Math.min(first, 50) }, () => ({})) } : {}
    return {
      ...holder.rows,
      ...(rows === undefined ? {} : { minItems: rows }),
      ...(isFixed && rows !== undefined ? { maxItems: rows } : max === undefined ? {} : { maxItems: max }),
      ...preset,
      ...(Object.keys(props).length > 0 ? { 'x-props': props } : {}),
    }
  }

  private columns(element: Json): Json[] {
    return list(element.columns).map((column) => {
      const own = isObject(column) ? column : { name: String(column) }
      const cellType = own.cellType ?? element.cellType ?? 'dropdown'
      const type = cellType === 'default' ? 'dropdown' : String(cellType)
      const choices = ['dropdown', 'radiogroup', 'checkbox', 'tagbox'].includes(type) ? { choices: own.choices ?? element.choices } : {}
      const shown = own.visibleIf === undefined ? given('visibleIf', forItem(element.columnsVisibleIf, own.name)) : {}
      return layered({ type, ...choices, ...shown }, own)
    })
  }

  private multipleText(element: Json, path: string): FormField | null {
    const items = list(element.items)
      .filter(isObject)
      .map((item) => layered({ type: 'text' }, item))
    const holder = new Holder('', this.reader.names)
    this.reader.elements(items, pointer(path, 'items'), holder)
    return holder.isEmpty ? null : holder.section
  }

  /** One choice for each row. */
  private matrix(element: Json, path: string): FormField | null {
    const isRequired = element.isAllRowRequired === true || element.eachRowRequired === true
    const columns = this.answersOf(element, path)
    const type = element.cellType === 'checkbox' ? 'checkbox' : 'radiogroup'
    const holder = this.rowsOf(element, path, (row) =>
      layered({ type, choices: columns, isRequired, choicesVisibleIf: element.columnsVisibleIf }, row),
    )
    const { matrix } = holder
    if (matrix) return matrix
    this.reader.losses.near(path, 'layout', 'matrix')
    return holder.isEmpty ? null : holder.section
  }

  /** The answers of all rows. A row without a value is reported once, at its path. */
  private answersOf(element: Json, path: string): unknown[] {
    const seen = new Set<unknown>()
    return list(element.columns).filter((column, at) => {
      const value = isObject(column) ? column.value : column
      const isAnswer = isLiteral(value) && !seen.has(value)
      seen.add(value)
      if (!isAnswer) this.reader.losses.lost(pointer(pointer(path, 'columns'), at), 'options', column)
      return isAnswer
    })
  }

  private matrixDropdown(element: Json, path: string): FormField | null {
    this.reader.losses.near(path, 'layout', 'matrixdropdown')
    const holder = this.rowsOf(element, path, (row) => {
      const columns = this.columns(element).map((column) =>
        layered({ name: `${String(row.name)} ${String(column.name)}`, title: column.title ?? column.name }, column),
      )
      return layered({ type: 'panel', elements: columns }, row)
    })
    return holder.isEmpty ? null : holder.section
  }

  /** A group with a field for each row; a rule of a row or column reads the cells of its row. */
  private rowsOf(element: Json, path: string, fieldOf: (row: Json) => Json): Holder {
    const prefix = `${this.reader.names.known(answerName(element) ?? '')}.`
    const holder = new Holder(prefix, this.reader.names)
    for (const [at, each] of list(element.rows).entries()) {
      const own = isObject(each) ? each : { value: each }
      const name = String(own.value)
      const shown = own.visibleIf === undefined ? given('visibleIf', forItem(element.rowsVisibleIf, own.value)) : {}
      const row = layered({ name, title: own.text ?? own.value, isRequired: own.isRequired === true, ...shown }, own)
      this.reader.rules.row = (cell) => `${prefix}${this.reader.names.known(name)}.${this.reader.names.known(`${name} ${cell}`)}`
      const field = fieldOf(row)
      this.reader.rules.register(list(field.elements), `${prefix}${this.reader.names.of(name, path, new Losses())}.`)
      this.reader.element(
        layered({ isRequired: field.isRequired === true || own.isRequired === true }, field),
        pointer(pointer(path, 'rows'), at),
        holder,
      )
    }
    this.reader.rules.row = null
    return holder
  }
}

function mapText(value: unknown, change: (words: string) => string): LocalText | null {
  const text = textOf(value)
  return text && { zh: change(text.zh), en: change(text.en) }
}

/** The number of a row is the only thing that a title of rows may name. */
function rowTitleOf(value: unknown): LocalText | null {
  const title = mapText(value, (words) => words.replaceAll(/\{(?:panelIndex|rowIndex)\}/g, '{{number}}'))
  return title && !/(?<!\{)\{(?!\{)/.test(`${title.zh} ${title.en}`) ? title : null
}
