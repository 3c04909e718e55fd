/** A chat behind a fixed https address, which may have a place for the language. */
import { type ChatProvider, defineProvider } from '../../runtime/core/contracts.ts'

const LANGUAGE = '{lang}'

export default defineProvider<ChatProvider>('support.link', 'chat', ({ address = '' }) => {
  const plain = address.replaceAll(LANGUAGE, 'zh')
  if (!URL.canParse(plain) || new URL(plain).protocol !== 'https:')
    throw new Error(`SUPPORT_CHAT_URL must be an https address, got "${address}"`)
  return { address: (lang) => address.replaceAll(LANGUAGE, lang) }
})
