/** Uploads the picture of a card, if it is large enough; it belongs to the card once a save names it. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const CARD_FORM = 'competitionInfo.card'

export default defineHandler('competitionInfo.uploadThumb', async ({ file }, context) => {
  const { files, documents, session } = context
  const stored = await files.store(file.stream, { name: file.name, purpose: 'competitionInfo', ownerId: session.userId })
  // the form has the rules for the picture
  await documents.forms.submit({ id: CARD_FORM }, { thumb: stored })
  return stored
})
