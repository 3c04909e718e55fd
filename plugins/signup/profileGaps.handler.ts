import { defineHandler } from '../../runtime/core/contracts.ts'
import { profileGaps } from './profileGaps.ts'

export default defineHandler('signup.profileGaps', async ({ id }, context) => ({
  list: (await profileGaps(id, context)).map(({ value: _value, ...gap }) => gap),
}))
