/** Settings -> `plugins/generated/settings.ts`: for each document the type of its values, as `context.documents.settings` answers them. */
import type { Platform } from '../../runtime/core/platform.ts'
import { english } from './english.ts'
import { typeName } from './schemaTypes.ts'

export function generateSettings(platform: Platform): string {
  const texts = [...platform.documents.settings.values()].map(({ id, title, values }) => {
    const members = Object.entries(values).map(
      ([name, { type, title: words }]) =>
        `  /** ${english(words, platform) ?? name} */\n  ${name}: ${type === 'integer' ? 'number' : type}\n`,
    )
    return `/** ${english(title, platform) ?? id} (${id}) */\nexport interface ${typeName(id)}Settings {\n${members.join('')}}\n`
  })
  const names = [...platform.documents.settings.keys()].map((id) => `    '${id}': ${typeName(id)}Settings\n`)
  return `declare module '../../runtime/core/contracts.ts' {\n  interface SettingsTypes {\n${names.join('')}  }\n}\n\n${texts.join('\n')}`
}
