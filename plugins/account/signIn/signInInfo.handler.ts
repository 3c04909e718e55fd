/** Where people sign in and how they come back. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.signInInfo', async (_input, { platform, site, call }) => {
  const { signIn, routes, returnParameter } = platform.app
  const { origin, returnTo, ticketParameter, ticketSeconds, autoParameter } = signIn
  const ways = await call('account.signInWays', {})
  return { address: `${origin ?? site}${routes.signIn}`, returnParameter, ticketParameter, ticketSeconds, autoParameter, returnTo, ...ways }
})
