/** The codes, with their labels, that the information on a competition is made of. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { localName } from '../account/grants/identityOptions.ts'

const ENUMS = ['competition.level', 'competition.type', 'competition.mode', 'audit.state', 'audit.mode']

export default defineHandler('competitionInfo.enumList', (_input, { platform, lang }) =>
  ENUMS.map((id) => {
    const { title, values } = platform.get('enum', id)
    return {
      id,
      name: localName(title, lang) ?? id,
      values: values.map(({ code, label }) => ({ code, label: localName(label, lang) ?? String(code) })),
    }
  }),
)
