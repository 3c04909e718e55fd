/** Pages with a form being filled in, kept in this browser until the form is submitted: the answers that they were made from, for their person alone, of this
 *  build alone, and read only when the network is gone. */
import { previewFrame } from '../previewFrame.ts'
import { KEPT_STORE } from '../remembered.ts'
import { onReply, ownerNow, pageNow, repliesOf } from './replies.ts'
import { askToKeep, BUILD } from './worker.ts'

interface KeptPage {
  owner: string
  /** Pages of one build are never shown by another. */
  build: string
  /** Milliseconds. */
  at: number
  replies: Record<string, unknown>
}

const MAX_PAGES = 5
const MAX_DAYS = 14
const MAX_CHARACTERS = 3_000_000
/** Quiet time after the last answer. */
const DELAY_MS = 1_000
const DAY_MS = 86_400_000

/** Keeps the page that is shown, and keeps it current. Answers what ends that. */
export function keepPage(): () => void {
  const page = pageNow()
  let timer = 0
  const later = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void save(page).catch(() => undefined), DELAY_MS)
  }
  later()
  const remove = onReply(later)
  return () => {
    remove()
    window.clearTimeout(timer)
  }
}

/** The form of the page is submitted. */
export async function forgetPage(): Promise<void> {
  const store = await caches.open(KEPT_STORE)
  await store.delete(nameOf(pageNow()))
}

/** An answer by its address, of the page that is shown, else of the newest. */
export async function findKept(url: string): Promise<unknown | null> {
  const owner = ownerNow()
  if (owner === null || !(await caches.has(KEPT_STORE))) return null
  const pages = (await readPages()).filter((page) => page.owner === owner && page.build === BUILD && isYoung(page))
  const here = nameOf(pageNow())
  pages.sort((a, b) => Number(b.name === here) - Number(a.name === here) || b.at - a.at)
  return pages.find(({ replies }) => url in replies)?.replies[url] ?? null
}

async function save(page: string): Promise<void> {
  const owner = ownerNow()
  if (owner === null || previewFrame()) return
  const kept: KeptPage = { owner, build: BUILD, at: Date.now(), replies: repliesOf(page) }
  const text = JSON.stringify(kept)
  if (text.length > MAX_CHARACTERS) return
  const store = await caches.open(KEPT_STORE)
  await store.put(nameOf(page), new Response(text))
  // someone has signed out meanwhile
  if (ownerNow() !== owner) await store.delete(nameOf(page))
  const pages = (await readPages()).sort((a, b) => b.at - a.at)
  const old = pages.filter((each, index) => index >= MAX_PAGES || each.owner !== owner || !isYoung(each))
  await Promise.all(old.map(({ name }) => store.delete(name)))
  await askToKeep()
}

async function readPages(): Promise<(KeptPage & { name: string })[]> {
  const store = await caches.open(KEPT_STORE)
  const read = async (request: Request) => {
    const page = (await (await store.match(request))?.json().catch(() => null)) as KeptPage | null | undefined
    const { pathname, search } = new URL(request.url)
    return page ? [{ ...page, name: pathname + search }] : []
  }
  return (await Promise.all((await store.keys()).map(read))).flat()
}

/** No address that anything is asked of. */
function nameOf(page: string): string {
  return `/kept?${new URLSearchParams({ page })}`
}

function isYoung({ at }: KeptPage): boolean {
  return Date.now() - at < MAX_DAYS * DAY_MS
}
