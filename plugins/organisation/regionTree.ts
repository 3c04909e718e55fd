/** Regions as cascader options. The enum `organisation.region` holds provinces and, with the province as `group`, their cities. */
import type { EnumDocument } from '../../runtime/core/documents.ts'
import type { Lang, Platform } from '../../runtime/core/platform.ts'

export interface Option {
  value: string
  label: string
  children?: Option[]
}

/** Made once for each language of an enum that is served. */
const trees = new WeakMap<object, Partial<Record<Lang, readonly Option[]>>>()

/** Provinces in the order of the enum, each with its cities. */
export function regionTree(platform: Platform, lang: Lang): readonly Option[] {
  const { values } = platform.get('enum', 'organisation.region')
  const tree = trees.get(values)?.[lang] ?? makeTree(values, lang)
  trees.set(values, { ...trees.get(values), [lang]: tree })
  return tree
}

function makeTree(values: readonly RegionValue[], lang: Lang): readonly Option[] {
  const cities = Map.groupBy(values, ({ group }) => group)
  return provinces(values).map((value) => ({
    ...option(value, lang),
    children: (cities.get(String(value.code)) ?? []).map((city) => option(city, lang)),
  }))
}

/** Provinces as options without children, by code. */
export function provinceOptions(platform: Platform, lang: Lang): Map<string, Option> {
  const { values } = platform.get('enum', 'organisation.region')
  return new Map(provinces(values).map((value) => [String(value.code), option(value, lang)]))
}

type RegionValue = EnumDocument['values'][number]

function provinces(values: readonly RegionValue[]): RegionValue[] {
  return values.filter(({ group }) => group === undefined)
}
function option({ code, label }: RegionValue, lang: Lang): Option {
  return { value: String(code), label: typeof label === 'object' && 'zh' in label ? label[lang] : String(code) }
}
