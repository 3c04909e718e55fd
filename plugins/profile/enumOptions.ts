/** Codes of an enum document as options in the caller's language. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { EnumDocument, LocalText } from '../../runtime/core/documents.ts'

export interface Option {
  value: string
  label: string
  children?: Option[]
}
export interface OptionSearch {
  search?: string
  /** Only these. */
  codes?: string[]
}
type Context = Pick<HandlerContext, 'platform' | 'lang'>

/** Options in the order of the enum. */
export function enumOptions(id: string, context: Context): Option[] {
  return valuesOf(id, context).map((value) => toOption(value, context))
}

/** Options whose words, in either language, or whose group's words contain the search. Codes that only group others are no options. */
export function searchOptions(id: string, { search, codes }: OptionSearch, context: Context): Option[] {
  const values = valuesOf(id, context)
  const groups = new Map(values.map((value) => [String(value.code), value]))
  const isGroup = new Set(values.flatMap(({ group }) => group ?? []))
  const wanted = search?.trim().toLowerCase() ?? ''
  return values
    .filter(({ code }) => !isGroup.has(String(code)) && (!codes || codes.includes(String(code))))
    .filter((value) => `${wordsOf(value)} ${wordsOf(groups.get(value.group ?? ''))}`.includes(wanted))
    .map((value) => toOption(value, context))
}

/** Groups with what belongs to them. */
export function optionTree(id: string, context: Context): Option[] {
  const values = valuesOf(id, context)
  return values
    .filter(({ group }) => group === undefined)
    .map((value) => ({
      ...toOption(value, context),
      children: values.filter(({ group }) => group === value.code).map((child) => toOption(child, context)),
    }))
}

type EnumValue = EnumDocument['values'][number]

function valuesOf(id: string, { platform }: Context): readonly EnumValue[] {
  return platform.get('enum', id).values
}
function toOption({ code, label }: EnumValue, { lang }: Context): Option {
  return { value: String(code), label: (label as LocalText)[lang] }
}
function wordsOf(value: EnumValue | undefined): string {
  return value
    ? Object.values(value.label as LocalText)
        .join(' ')
        .toLowerCase()
    : ''
}
