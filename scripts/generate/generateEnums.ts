/** Enums that something imports -> `plugins/generated/enums.ts`: a constant object and a type for each that lists its values. A text code is its own name; a number has one in the document, so that no label is part of code. */
import type { EnumDocument } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { english } from './english.ts'
import { typeName, valueName } from './schemaTypes.ts'

export function generateEnums(platform: Platform, imported: ReadonlySet<string>): string {
  const written = [...platform.documents.enum.values()].filter(({ documents }) => documents === undefined)
  const used = written.filter(({ id }) => imported.has(typeName(id)) || imported.has(valueName(id)))
  return used.map((document) => enumText(document, platform)).join('\n')
}

/** @throws Error for a number without a name, and for a name twice */
function enumText(document: EnumDocument, platform: Platform): string {
  const taken = new Set<string>()
  const members = document.values.map(({ code, name, label }) => {
    const called = typeof code === 'string' ? code : name
    if (called === undefined || taken.has(called))
      throw new Error(`${document.id}: the code ${code} needs a "name" of its own, because code imports this enum`)
    taken.add(called)
    return `  /** ${english(label, platform) ?? code} */\n  ${keyOf(called)}: ${typeof code === 'string' ? `'${code}'` : code},\n`
  })
  const constant = valueName(document.id)
  const head = `/** ${english(document.title, platform) ?? document.id} (${document.id}) */\n`
  const type = typeName(document.id)
  return `${head}export const ${constant} = {\n${members.join('')}} as const\nexport type ${type} = (typeof ${constant})[keyof typeof ${constant}]\n`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`
}
