/** What keeps drafts from being published together, as `npm run check` would say it. Places have the line of the text as the editor shows it. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler<{ documents: string[] }>('platform.document.failures', async ({ documents: names }, { documents }) => ({
  list: await documents.failuresTogether(
    names.map((name) => ({ kind: name.slice(0, name.indexOf(':')), id: name.slice(name.indexOf(':') + 1) })),
  ),
}))
