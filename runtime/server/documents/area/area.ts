/** A new area as it is asked for: its fields, and what may be done with its rows. */
import type { Kind, LocalText } from '../../../core/documents.ts'
import type { AreaWords } from './areaWords.ts'

export type AreaFieldType =
  | 'string'
  | 'text'
  | 'localText'
  | 'integer'
  | 'number'
  | 'money'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'enum'
  | 'ref'

export interface AreaField {
  name: string
  type: AreaFieldType
  required: boolean
  title: LocalText
  /** Of string and text: how many characters. */
  maxLength?: number
  /** Of integer and number. */
  min?: number
  max?: number
  /** Of an enum that is made with the area: its codes, at least two. */
  codes?: readonly AreaCode[]
  /** Of an enum that is there: its id. */
  enum?: string
  /** Of ref: the entity, and the path of the words by which its rows are called. */
  entity?: string
  label?: string
  /** Its values are for some eyes alone: they may be written, and are not shown. */
  isGuarded?: boolean
}

export interface AreaCode {
  code: string
  label: LocalText
}

export type AreaVerb = 'add' | 'edit' | 'remove'

export interface NewArea {
  /** Of the folder, and the first part of each id. */
  name: string
  title: LocalText
  /** Permission code that opens the pages and every call. */
  permission: string
  fields: readonly AreaField[]
  /** An entity that is there already; without it the area has one of its own. */
  entity?: string
  /** Names of the fields that are columns, filters and questions of the form; without, all that can be. */
  columns?: readonly string[]
  filters?: readonly string[]
  form?: readonly string[]
  /** What people may do with rows besides looking at them; default everything. */
  verbs?: readonly AreaVerb[]
  words: AreaWords
}

export interface AreaDocument {
  kind: Kind
  id: string
  /** Without what the kernel adds to every document. */
  content: Record<string, unknown>
}

/** Short texts are what people search by. */
export const isWords = ({ type }: AreaField) => type === 'string' || type === 'localText'
/** A few values, by which people filter. */
const isChoice = ({ type }: AreaField) => type === 'enum' || type === 'boolean'
/** Every row has a value by which lists can be ordered. */
export const isSorted = ({ type, required }: AreaField) => required && !['text', 'boolean', 'localText', 'ref'].includes(type)
/** Id of the entity whose rows the area shows. */
export const entityOf = ({ name, entity: of }: NewArea) => of ?? `${name}.item`
/** Whether people may do it with rows. */
export const may = ({ verbs }: NewArea, verb: AreaVerb) => verbs === undefined || verbs.includes(verb)
/** Whether the area has a form: rows are added or edited. */
export const hasForm = (area: NewArea) => may(area, 'add') || may(area, 'edit')
/** Fields of these names, in the order of the area; all of them without names. */
const chosen = ({ fields }: NewArea, names: readonly string[] | undefined) =>
  fields.filter(({ name }) => names === undefined || names.includes(name))
/** Fields that the list shows. */
export const columnsOf = (area: NewArea) => chosen(area, area.columns)
/** Fields that the form asks for. */
export const asked = (area: NewArea) => chosen(area, area.form)
/** Fields by which the list is filtered: those asked for, else choices and references. */
export const filtersOf = (area: NewArea) =>
  chosen(area, area.filters).filter(
    (field) => isChoice(field) || (area.filters !== undefined && field.type === 'string') || field.type === 'ref',
  )

/** What a row is called on a screen: its first short text. */
export function calledIn(area: NewArea, row: string): LocalText | null {
  const field = columnsOf(area).find(isWords)
  if (!field) return null
  const value = `${row}.${field.name}`
  if (field.type === 'string') return { zh: `{{${value}}}`, en: `{{${value}}}` }
  return { zh: `{{${value}.zh}}`, en: `{{coalesce(${value}.en, ${value}.zh)}}` }
}

/** Field of the answer that shows a value: of a ref, the words of the row that it names. */
export const shownName = ({ name, type, label }: AreaField) => (type === 'ref' && label ? `${name.replace(/Id$/, '')}Label` : name)

/** Call that answers the rows that a ref may name, as options. */
export const choicesName = ({ name }: AreaField) => `${name}Choices`
/** Id of the enum of a choice. */
export const enumId = (area: NewArea, { name, codes, enum: of }: AreaField) => (codes ? `${area.name}.${name}` : of)

/** What the rows are counted by above the list. */
export const chartField = (area: NewArea) => filtersOf(area).find(({ type }) => type === 'enum')
