import { defineHandler } from '../../core/contracts.ts'
import { describePage } from '../screens/describePage.ts'

export default defineHandler('platform.page', ({ id }, { platform, session, documents }) =>
  describePage(platform, session, id, { forms: documents.forms, marked: documents.marksNodes }),
)
