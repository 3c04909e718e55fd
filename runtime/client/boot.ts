/** Starts the client and keeps it true: asks `platform.boot` at the start, after signing in or out, and when documents change on the server. */
import { proxy, ref } from 'valtio/vanilla'
import { loadRegexEngine } from '../core/expressions/regexEngine.ts'
import type { Boot } from '../core/wire.ts'
import { CallError } from './CallError.ts'
import { listen } from './eventStream.ts'
import { textFormats } from './format.ts'
import { request } from './http.ts'
import { addBundle, clearLibrary } from './library.ts'
import { onSessionEnd } from './refresh.ts'
import { remember } from './remembered.ts'
import { onOtherTab, session, setSession } from './session.ts'
import { offerSkins } from './skins.ts'
import { addTextFormats, language, loadLanguage, reloadTexts, startTexts } from './texts.ts'
import { setToastDebounce } from './toasts.ts'

/** `revision` grows with each boot: screens fetch their page and data again, keeping what the person did. */
export const booted = proxy<{ boot: Boot | null; revision: number; error: CallError | null }>({ boot: null, revision: 0, error: null })

/** First start: boot and texts at once. A failure is kept in `booted.error`, to be shown with a retry. */
export async function start(): Promise<void> {
  addTextFormats(textFormats())
  try {
    await Promise.all([fetchBoot(), startTexts()])
    const { boot } = booted
    if (boot && !document.cookie.includes(`${boot.app.languages.cookie.name}=`) && language.lang !== boot.app.languages.default) {
      await loadLanguage(boot.app.languages.default)
    }
    booted.error = null
  } catch (error) {
    booted.error = error instanceof CallError ? error : new CallError('UNEXPECTED')
    if (!(error instanceof CallError)) throw error
  }
}

/** Asks again who the caller is and what they may see; the screen stays. @throws CallError */
export async function reboot(): Promise<void> {
  clearLibrary()
  await fetchBoot()
}

/** Watches other tabs, the end of the session and changes of documents. Answers the remover. */
export function watchChanges(): () => void {
  const removers = [onOtherTab(() => void reboot()), onSessionEnd(() => endOfSession()), listenForDocuments()]
  return () => {
    for (const remove of removers) remove()
  }
}

function endOfSession(): void {
  session.ended = session.facts.signedIn
  void reboot()
}

function listenForDocuments(): () => void {
  return listen('platform.changes', {}, ({ event }) => {
    if (event === 'platform') void Promise.all([reloadTexts(), reboot()])
    return false
  })
}

async function fetchBoot(): Promise<void> {
  const boot = await request<Boot>('platform.boot', {}, { withoutSession: true })
  if (boot.needsRegex) await loadRegexEngine()
  const { app } = boot
  remember({
    storageSuffix: app.session.storageSuffix,
    languageCookie: app.languages.cookie.name,
    defaultLanguage: app.languages.default,
  })
  addBundle(boot)
  setSession(boot.session.user, { ...boot.session.facts, permissions: boot.session.permissions ?? boot.session.facts.permissions })
  setToastDebounce(app.messages.debounceMs)
  offerSkins(boot.skins, boot.skin)
  booted.boot = ref(boot)
  booted.revision += 1
}
