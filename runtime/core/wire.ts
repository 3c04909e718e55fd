/** What travels between server and browser: boot, a page's bundle, a stored form, the envelope, a job. Types only, one for both sides;
 *  `docs/wire.md` holds the table of these calls. Everything here is already pruned by the session's permissions. */
import type { OperatingMode, SessionFacts } from './contracts.ts'
import type {
  ActionDocument,
  AppDocument,
  CallDocument,
  ChromeDocument,
  EnumDocument,
  FormDocument,
  KeywordDocument,
  MenuDocument,
  Node,
  PageDocument,
  PaletteDocument,
  SkinDocument,
  TableDocument,
  Text,
} from './documents.ts'

/** How a call travels. `method` is the first of those its document names when there are several. */
export interface CallWire {
  method: string | string[]
  path: string
  upload?: boolean
  raw?: boolean
  urlencoded?: boolean
  pipe?: boolean
  /** It changes something: what the screen shows is asked for again after an action with it. */
  writes?: boolean
  /** A write that stays allowed while the platform is read-only. */
  whileReadOnly?: boolean
  /** Its job makes a file. */
  makesFile?: boolean
  /** For many rows it answers a job. */
  takesMany?: boolean
  /** What the person reads when the call fails. */
  failed?: Text
  forForms?: CallDocument['forForms']
}

/** Documents that a part of a screen names, by id. */
export interface ScreenDocuments {
  tables: Record<string, TableDocument>
  actions: Record<string, ActionDocument>
  forms: Record<string, FormDocument>
  enums: Record<string, EnumDocument>
  menus: Record<string, MenuDocument>
  calls: Record<string, CallWire>
  /** True when an expression or a pattern of them needs the regular-expression engine, which is loaded on demand. */
  needsRegex: boolean
}

/** Form id -> hash of its validator module. */
export type ValidatorHashes = Record<string, string>

/** Documents as they come with a reply: a boot brings no validators, a stored form brings calls and enums only. */
export interface Bundle extends Partial<ScreenDocuments> {
  validators?: ValidatorHashes
}

/** Vocabulary of a form designer (`platform.vocabulary`), with the documents its controls need. */
export interface DesignVocabulary {
  palette: PaletteDocument
  /** Forms that a new one can begin as. */
  templates: FormDocument[]
  /** Finished forms, only when they are asked for. */
  collections: { id: string; title: Text; purposes?: string[]; forms: FormDocument[] }[]
  keywords: KeywordDocument[]
  enums: Record<string, EnumDocument>
  calls: Record<string, CallWire>
  /** Enum of the permission codes. */
  permissions: string
  /** Who a preview can be seen as. */
  roles: { id: string; title: Text; permissions: string[] }[]
}

/** `denied`: signed in but without the permission; `signIn`: a visitor where a session is needed. */
export type PageState = 'open' | 'signIn' | 'denied'

/** One address. */
export interface BootRoute {
  path: string
  page: string
  /** Empty when the page is denied. */
  title: Text
  chrome: string
  /** Frame on phones, when it is another one. */
  phoneChrome?: string
  noAuthority?: boolean
  /** A session that ends here loads the page again. */
  sessionEnd?: 'reload'
  newTab?: boolean
  /** One task that people finish: without footer and bottom bar. */
  task?: true
  /** Parts of the path that are parameters of the page: its expressions read them as part of `query`. */
  inQuery?: string[]
  /** Other names of parameters in the query -> their own. */
  aliases?: Record<string, string>
  /** Page that is above in the breadcrumb. */
  parent?: string
  /** Who asks is led there instead. */
  leadsTo?: string
  state: PageState
}

export interface BootUser {
  id: string
  name: string | null
  [fact: string]: unknown
}

/** The part of a boot that is the same for all persons with the same permissions. */
export interface BootScreens extends ScreenDocuments {
  /** Hash of the platform: changes when any document or text changes. */
  hash: string
  app: Pick<
    AppDocument,
    | 'id'
    | 'title'
    | 'languages'
    | 'timeZone'
    | 'cookies'
    | 'routes'
    | 'returnParameter'
    | 'signIn'
    | 'skin'
    | 'messages'
    | 'images'
    | 'uploads'
    | 'videos'
    | 'failures'
    | 'remedies'
  > & {
    session: Pick<AppDocument['session'], 'storageSuffix' | 'cleared'>
  }
  routes: BootRoute[]
  skins: SkinDocument[]
  skin: SkinDocument
  chromes: Record<string, ChromeDocument>
  /** Above every frame. */
  top: Node[]
}
export interface Boot extends BootScreens {
  mode: OperatingMode
  /** In the studio's frame: drafts that have a mistake, and are left out. */
  heldBack?: readonly { kind: string; id: string }[]
  session: { user: BootUser | null; facts: SessionFacts; permissions: readonly string[] }
}

export interface PageBundle extends ScreenDocuments {
  page: PageDocument
  validators: ValidatorHashes
}

/** `platform.form`: a stored form version with what its controls need. */
export interface FormBundle extends Pick<ScreenDocuments, 'calls' | 'enums' | 'needsRegex'> {
  form: FormDocument
  /** It belongs to one object: its expressions see nothing about the person who opens it. */
  apart: boolean
  /** Fields whose answers are masked: no list is filtered by them. */
  personal: string[]
  validators: ValidatorHashes
}

export interface Envelope {
  code: number
  error?: string
  message?: string
  data?: unknown
  details?: unknown
}

/** A job as its owner sees it. */
export interface JobView {
  id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0..1 */
  done: number
  note: string | null
  result: unknown
  /** Error code, its text is `error.CODE`. */
  error: string | null
}

/** What an answer is kept under: the call and its parameters without nulls, as JSON text. */
export type FirstAnswer = readonly [call: string, params: string, data: unknown]

/** The first screen of a public page as its HTML carries it: what it was drawn from on the server, for a visitor without rights. */
export interface FirstScreen {
  lang: 'zh' | 'en'
  /** Milliseconds since 1970: the moment it was drawn for. */
  at: number
  /** Drawn as on a phone. */
  phone: boolean
  boot: Boot
  page: PageBundle
  answers: readonly FirstAnswer[]
  /** Parts whose code is loaded on demand, and was needed: kind and name. */
  parts: readonly string[]
}
