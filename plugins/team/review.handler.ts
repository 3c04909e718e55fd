/** Looks at a registered team again, and decides: it passes, or fails with a reason, and its captain may correct it. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const TRANSITIONS = { open: 'reviewTeam', pass: 'passTeam', fail: 'failTeam' } as const

export default defineHandler('team.review', async ({ id, decision, reason }, context) => {
  await context.call('team.managed', { id })
  await context.lock('registration', id)
  const row = await context.transition('signup.review', TRANSITIONS[decision], id, reason === undefined ? {} : { reason })
  return { id, status: row.status }
})
