/** Where customer service chats, if it does. */
import { type ChatProvider, defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('support.chat', (_input, { documents, lang }) => ({
  address: documents.service<ChatProvider>('support.chat')?.address(lang) ?? null,
}))
