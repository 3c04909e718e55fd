/** Enums that something imports -> `plugins/generated/enums.ts`: a constant object and a type for each that lists its values. Names of numeric codes come from the English labels. */
import type { EnumDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { english } from './english.ts'
import { typeName, valueName } from './schemaTypes.ts'

export function generateEnums(platform: Platform, imported: ReadonlySet<string>): string {
  const written = [...platform.documents.enum.values()].filter(({ documents }) => documents === undefined)
  const used = written.filter(({ id }) => imported.has(typeName(id)) || imported.has(valueName(id)))
  return used.map((document) => enumText(document, platform)).join('\n')
}

function enumText(document: EnumDocument, platform: Platform): string {
  const taken = new Set<string>()
  const members = document.values.map(({ code, label }) => {
    const words = english(label, platform)
    const name = freeName(typeof code === 'string' ? code : valueName(words ?? `code ${code}`), code, taken)
    return `  /** ${words ?? code} */\n  ${name}: ${typeof code === 'string' ? `'${code}'` : code},\n`
  })
  const constant = valueName(document.id)
  const head = `/** ${english(document.title, platform) ?? document.id} (${document.id}) */\n`
  const type = typeName(document.id)
  return `${head}export const ${constant} = {\n${members.join('')}} as const\nexport type ${type} = (typeof ${constant})[keyof typeof ${constant}]\n`
}

function freeName(wanted: string, code: string | number, taken: Set<string>): string {
  const name = taken.has(wanted) ? `${wanted}${code}` : wanted
  taken.add(name)
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`
}
