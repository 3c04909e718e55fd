/** The guides that the person has seen. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readMe } from '../account/own/readMe.ts'

export default defineHandler('profile.guides', async (_input, context) => ({ noviceGuide: (await readMe(context))?.noviceGuide ?? {} }))
