/** Which sites may show a questionnaire in a frame: origins, one a line. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeQuestionnaire, lockQuestionnaire } from './questionnaire.ts'

const MAX = 50
/** Hosts of the own machine, for trying frames out. */
const OWN_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

export default defineHandler('questionnaire.saveEmbedding', async ({ id, origins }, context) => {
  const row = await lockQuestionnaire(id, context)
  const lines = origins.split(/[\s,，;；]+/).filter(Boolean)
  const wrong = lines.find((line) => originOf(line) === null)
  if (wrong !== undefined || lines.length > MAX) context.fail('QUESTIONNAIRE_ORIGIN', { address: wrong ?? lines[MAX]!, most: MAX })
  const frameOrigins = [...new Set(lines.map((line) => originOf(line)!))]
  await changeQuestionnaire(context, row, { frameOrigins: frameOrigins })
  return null
})

/** Null for what is no address of a site: with a path, with a name and password, or not encrypted. */
function originOf(line: string): string | null {
  const address = URL.canParse(line) ? new URL(line) : null
  if (address?.pathname !== '/' || address.search || address.hash || address.username || address.password) return null
  const isSafe = address.protocol === 'https:' || (address.protocol === 'http:' && OWN_MACHINE.has(address.hostname))
  return isSafe && !/[^a-z0-9.-]/.test(address.hostname) ? address.origin : null
}
