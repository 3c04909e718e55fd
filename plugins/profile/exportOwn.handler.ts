/** Exports everything that the platform keeps about the person. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('profile.exportOwn', async (_input, { people }) => ({ jobId: await people.personal.export() }))
