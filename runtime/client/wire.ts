/** What the server answers to the client's own calls: boot, a page's bundle, a stored form. Types only; `docs/architecture.md` holds the table
 *  of these calls. Everything here is already pruned by the session's permissions. */
import type { SessionFacts } from '../core/contracts.ts'
import type {
  ActionDocument,
  AppDocument,
  ChromeDocument,
  EnumDocument,
  FormDocument,
  MenuDocument,
  PageDocument,
  SkinDocument,
  TableDocument,
  Text,
} from '../core/documents.ts'

/** How a call travels. `method` is the first of those its document names when there are several. */
export interface CallWire {
  method: string | string[]
  path: string
  upload?: boolean
  raw?: boolean
}

/** Documents that came with a boot or a page, by id. */
export interface Bundle {
  tables?: Record<string, TableDocument>
  actions?: Record<string, ActionDocument>
  forms?: Record<string, FormDocument>
  enums?: Record<string, EnumDocument>
  menus?: Record<string, MenuDocument>
  calls?: Record<string, CallWire>
  /** Form id -> hash of its validator module. */
  validators?: Record<string, string>
  /** True when an expression or a pattern of the bundle needs the regular-expression engine, which is loaded on demand. */
  needsRegex?: boolean
}

/** One address. `denied`: signed in but without the permission; `signIn`: a visitor where a session is needed. */
export interface BootRoute {
  path: string
  page: string
  title: Text
  chrome: string
  noAuthority?: boolean
  newTab?: boolean
  /** Page that stands above in the breadcrumb. */
  parent?: string
  state: 'open' | 'signIn' | 'denied'
}

export interface BootUser {
  id: string
  name: string | null
  [fact: string]: unknown
}

export interface Boot extends Bundle {
  /** Hash of the platform: changes when any document or text changes. */
  hash: string
  app: Pick<AppDocument, 'id' | 'title' | 'languages' | 'routes' | 'returnParameter' | 'skin' | 'messages' | 'uploads'> & {
    session: Pick<AppDocument['session'], 'storageSuffix'>
  }
  session: { user: BootUser | null; facts: SessionFacts; permissions: string[] }
  routes: BootRoute[]
  skins: SkinDocument[]
  skin: SkinDocument
  chromes: Record<string, ChromeDocument>
}

export interface PageBundle extends Bundle {
  page: PageDocument
}

/** `platform.form`: a stored form version with what its controls need. */
export interface FormBundle extends Bundle {
  form: FormDocument
}

export interface Envelope {
  code: number
  error?: string
  message?: string
  data?: unknown
  details?: unknown
}

export interface JobState {
  id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0..1 */
  done: number
  note?: string | null
  result?: unknown
  error?: string | null
}
