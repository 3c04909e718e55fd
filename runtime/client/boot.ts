/** Starts the client and keeps it current: asks `platform.boot` at the start, after signing in or out, and when documents change on the server. */
import { proxy, ref, subscribe } from 'valtio/vanilla'
import { setPlatformZone } from '../core/values/platformZone.ts'
import type { Boot, FirstScreen } from '../core/wire.ts'
import { CallError } from './CallError.ts'
import { textFormats } from './format.ts'
import { callAddress, request } from './http.ts'
import { keepSame } from './keepSame.ts'
import { addBundle, forgetPast, renewLibrary } from './library.ts'
import { tellOwn } from './liveSources.ts'
import { ChunkFailed } from './loadChunk.ts'
import { loadPatterns } from './loadPatterns.ts'
import { keepFor, network, noteReply } from './offline/replies.ts'
import { lookForRelease } from './offline/worker.ts'
import { previewFrame } from './previewFrame.ts'
import { onSessionEnd } from './refresh.ts'
import { remember } from './remembered.ts'
import { onOtherTab, session, setSession } from './session.ts'
import { GAP, listenTogether } from './sharedStream.ts'
import { arrive } from './signIn.ts'
import { offerSkins } from './skins.ts'
import { addTextFormats, reloadTexts, startTexts } from './texts.ts'
import { setToastDebounce } from './toasts.ts'

/** `revision` grows with each boot: screens fetch their page and data again, keeping what the person did. */
export const booted = proxy<{ boot: Boot | null; revision: number; error: CallError | ChunkFailed | null }>({
  boot: null,
  revision: 0,
  error: null,
})

/**
 * First start: boot and texts at the same time. A failure is kept in `booted.error`, to be shown with a retry.
 * @param first came with the page: its boot is a visitor's
 */
export async function start(first?: FirstScreen): Promise<void> {
  addTextFormats(textFormats())
  try {
    if (first) takeFirst(first)
    const [boot] = await Promise.all([first?.boot ?? askBoot(), startTexts()])
    // Before anything is drawn: a page that needs a session must not redirect a person who brings a ticket.
    const changed = await arrive(boot.app)
    await takeBoot(changed ? await askBoot() : boot)
    booted.error = null
  } catch (error) {
    const known = error instanceof CallError || error instanceof ChunkFailed
    booted.error = known ? error : new CallError('UNEXPECTED')
    if (!known) throw error
  }
}

/** It came with the page, and no one asks for it again. */
function takeFirst({ boot, page }: FirstScreen): void {
  rememberApp(boot)
  noteReply(callAddress('platform.boot'), 'platform.boot', { code: 0, data: boot }, false)
  noteReply(callAddress('platform.page', { id: page.page.id }), 'platform.page', { code: 0, data: page }, false)
}

/** Asks again who the caller is and what they may see; the screen stays. @throws CallError */
export async function reboot(): Promise<void> {
  await takeBoot(await askBoot())
}

/** Watches other tabs, the end of the session and, once started, changes of documents. Answers the remover. */
export function watchChanges(started: Promise<void>): () => void {
  const removers = [onOtherTab((what) => void followOtherTab(what)), onSessionEnd(tellOfEnd), subscribe(network, renewKept)]
  void started.then(() => removers.push(listenForDocuments()))
  return () => {
    for (const remove of removers) remove()
  }
}

/** What was shown without network is asked for again. */
function renewKept(): void {
  if (!network.isLost) void reboot().catch(() => undefined)
}

async function followOtherTab(what: 'changed' | 'ended'): Promise<void> {
  if (what === 'ended') tellOfEnd()
  else await reboot()
}

/** The screen stays as it is until the person has answered: what they typed is still there. */
function tellOfEnd(): void {
  session.ended = true
}

function listenForDocuments(): () => void {
  return listenTogether('platform.changes', ({ event }) => {
    if (event === 'platform') void followDocuments()
    if (event === GAP.event) void catchUp()
    if (event === 'person' || event === GAP.event) tellOwn('change')
    if (event === 'job' || event === GAP.event) tellOwn('job')
  })
}

let again: ReturnType<typeof setTimeout> | undefined
const AGAIN_MS = 15_000

/** Asks for texts and documents again, until it worked: a page would keep what is no longer published. */
export async function followDocuments(): Promise<void> {
  clearTimeout(again)
  try {
    await Promise.all([reloadTexts(), reboot()])
  } catch {
    again = setTimeout(() => void followDocuments(), AGAIN_MS)
  }
}

/** No one listened for a moment: the hash shows whether documents changed. A failure does no harm; the next change is received again. */
async function catchUp(): Promise<void> {
  void lookForRelease()
  const boot = await askBoot().catch(() => null)
  if (!boot || boot.hash === booted.boot?.hash) return
  await Promise.all([reloadTexts(), takeBoot(boot)])
}

async function askBoot(): Promise<Boot> {
  const frame = previewFrame()
  const boot = frame?.drafts
    ? await request<Boot>('platform.preview.boot', { role: frame.role, before: frame.before })
    : await request<Boot>('platform.boot', {}, { withoutSession: true })
  rememberApp(boot)
  return boot
}

function rememberApp({ app }: Boot): void {
  remember({ storageSuffix: app.session.storageSuffix, languageCookie: app.languages.cookie.name, cleared: app.session.cleared })
}

async function takeBoot(boot: Boot): Promise<void> {
  if (boot.needsRegex) await loadPatterns()
  const { app } = boot
  renewLibrary()
  // what a visitor may see, everyone may
  const before = booted.boot?.session.user?.id
  if (before !== undefined && before !== boot.session.user?.id) forgetPast()
  keepFor(boot.session.facts.userId)
  addBundle(boot)
  setSession(boot.session.user, { ...boot.session.facts, permissions: boot.session.permissions ?? boot.session.facts.permissions })
  setPlatformZone(app.timeZone)
  setToastDebounce(app.messages.debounceMs)
  offerSkins(boot)
  booted.boot = ref(keepSame(booted.boot, boot))
  booted.revision += 1
}
