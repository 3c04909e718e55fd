/** The vote that a template says. */
import { defineExtension } from '../../runtime/core/contracts.ts'

export default defineExtension('competition.begins', 'vote', async (place, window, { rows }) => {
  await rows.create('vote.setting', { ...place, ...window })
})
