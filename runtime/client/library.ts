/** Documents the client has received so far, by kind and id. Filled by boot and by each page. After a new boot the old ones stay until the page has
 *  loaded again. For another person they are dropped immediately, because that person may see less. */
import type { EnumDocument } from '../core/documents.ts'
import type { Bundle, CallWire, ScreenDocuments, ValidatorHashes } from '../core/wire.ts'
import { keepSame } from './keepSame.ts'

type Shelves = Omit<ScreenDocuments, 'needsRegex'> & { validators: ValidatorHashes }

/** The kernel's own calls: the client must know where to ask before the server has answered it. Declared in `schemas/platform/`. */
const KERNEL_CALLS: Record<string, CallWire> = {
  'platform.boot': { method: 'GET', path: 'api/platform/boot' },
  'platform.page': { method: 'GET', path: 'api/platform/page/:id' },
  'platform.texts': { method: 'GET', path: 'api/platform/texts/:lang' },
  'platform.form': { method: 'GET', path: 'api/platform/form/:hash' },
  'platform.vocabulary': { method: 'GET', path: 'api/platform/vocabulary' },
  'platform.preview.boot': { method: 'GET', path: 'api/platform/preview/boot' },
  'platform.preview.texts': { method: 'GET', path: 'api/platform/preview/texts/:lang' },
  'platform.preview.page': { method: 'GET', path: 'api/platform/preview/page/:id' },
  'platform.upload': { method: 'POST', path: 'api/platform/upload', upload: true },
  'platform.uploadBegin': { method: 'POST', path: 'api/platform/upload/begin' },
  'platform.uploadPart': { method: 'POST', path: 'api/platform/upload/part', upload: true },
  'platform.uploadState': { method: 'POST', path: 'api/platform/upload/state' },
  'platform.uploadEnd': { method: 'POST', path: 'api/platform/upload/end' },
  'platform.file': { method: 'GET', path: 'api/platform/file/:id', raw: true },
  'platform.draft.get': { method: 'GET', path: 'api/platform/draft' },
  'platform.draft.save': { method: 'POST', path: 'api/platform/draft' },
  'platform.draft.remove': { method: 'DELETE', path: 'api/platform/draft' },
  'platform.view.list': { method: 'GET', path: 'api/platform/view' },
  'platform.view.save': { method: 'POST', path: 'api/platform/view' },
  'platform.view.change': { method: 'PUT', path: 'api/platform/view/:id' },
  'platform.view.remove': { method: 'DELETE', path: 'api/platform/view/:id' },
  'platform.job': { method: 'GET', path: 'api/platform/job/:id' },
  'platform.job.events': { method: 'GET', path: 'api/platform/job/:id/events', raw: true },
  'platform.changes': { method: 'GET', path: 'api/platform/changes', raw: true },
  'session.signIn': { method: 'POST', path: 'api/usercenter/authentication/form' },
  'session.refresh': { method: 'POST', path: 'api/usercenter/oauth/token' },
  'session.ticket': { method: 'POST', path: 'api/usercenter/ticket' },
  'session.redeem': { method: 'POST', path: 'api/usercenter/oauth/ticket' },
  'session.signOut': { method: 'POST', path: 'api/usercenter/logout' },
}

const shelves: Shelves = emptyShelves()
/** Of the boot before, for the screen that is still drawn from them. */
let past: Shelves = emptyShelves()

/** Adds what a boot or a page brought; later documents replace earlier ones of the same id, and the parts of them that did not change stay the same objects. */
export function addBundle(bundle: Bundle): void {
  for (const shelf of Object.keys(shelves) as (keyof Shelves)[]) {
    for (const [id, document] of Object.entries(bundle[shelf] ?? {}))
      shelves[shelf][id] = keepSame(shelves[shelf][id] ?? past[shelf][id], document)
  }
}

/** A new boot is here: what came before only serves the screen that is shown, until `forgetPast`. Menus are the boot's own. Where calls are asked stays:
 *  who may use a call the server decides. */
export function renewLibrary(): void {
  past = { ...shelves, menus: {} }
  Object.assign(shelves, { ...emptyShelves(), calls: shelves.calls })
}

/** The page has loaded again, or another person has signed in. */
export function forgetPast(): void {
  past = emptyShelves()
}

/** A document by id, or undefined when it did not come with a bundle: unknown, or withheld from this session. */
export function findDocument<K extends keyof Shelves>(shelf: K, id: string): Shelves[K][string] | undefined {
  return (shelves[shelf][id] ?? past[shelf][id]) as Shelves[K][string] | undefined
}

/** An enum's entry for a stored code; codes compare as strings because addresses carry strings. */
export function findEnumValue(enumId: string, code: unknown): EnumDocument['values'][number] | undefined {
  return findDocument('enums', enumId)?.values.find((value) => String(value.code) === String(code))
}

function emptyShelves(): Shelves {
  return { tables: {}, actions: {}, forms: {}, enums: {}, menus: {}, calls: { ...KERNEL_CALLS }, validators: {} }
}
