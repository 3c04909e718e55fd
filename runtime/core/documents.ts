/** The shapes of all documents, one interface per kind. The meta-schemas in `schemas/kinds/` say the same to editors and to the
 *  validator, and a test holds the two together. Nothing here runs. */

/** `"@key"` into `schemas/locales/{zh,en}/`, both languages inline, or a text with named values (`{{name}}` in the text). */
export type Text = string | LocalText | { text: string | LocalText; with: Record<string, Value> }
export interface LocalText {
  zh: string
  en: string
}

/** An expression of the one language, CEL. Where it may stand, a literal may be too unless the type says `Cel`. */
export interface Cel {
  cel: string
}
export type Value = Cel | string | number | boolean | null | Value[] | { [key: string]: Value }

/** A permission code, or a combination of codes. */
export type Permission = string | { any: string[] } | { all: string[] }

/** Who may use a call or open a page. `within` binds the permission to objects: the code must be held for the row's object
 *  (`field` of the row names the object's id, `scope` the kind of grant), or for the whole platform. Default is deny: no default. */
export type Access = 'public' | 'signedIn' | { permission: Permission; within?: { field: string; scope: string }[] }

/** JSON Schema, draft 7, with our keywords (see `schemas/keywords/`). */
export type JsonSchema = { [keyword: string]: unknown }

export type Kind =
  | 'app'
  | 'entity'
  | 'enum'
  | 'flow'
  | 'call'
  | 'form'
  | 'table'
  | 'action'
  | 'page'
  | 'fragment'
  | 'menu'
  | 'role'
  | 'skin'
  | 'template'
  | 'settings'
  | 'service'
  | 'keyword'
  | 'palette'
  | 'texts'

/** What all documents share. `id` is area and file name: `schemas/notes/add.page.json` is `notes.add`, in a sub-folder too. Ids are unique per kind. */
export interface DocumentBase {
  $schema: string
  id: string
  /** Format version of the kind (not of the content): stored documents are migrated by it. */
  version: number
  title: Text
  description?: string
}

// ---------------------------------------------------------------------------------------------------------------- app

/** The one document that names the starting points. Exactly one exists. */
export interface AppDocument extends DocumentBase {
  languages: { default: 'zh' | 'en'; cookie: { name: string; days?: number } }
  /** Of every cookie: days that it lasts when nothing else is said, and the parent domain that all hosts share. */
  cookies: { days: number; domain?: string }
  /** Environment variable -> JSON Pointer of the text of this document whose place it takes. */
  environment?: Record<string, string>
  /** IANA name (`Asia/Shanghai`) of the zone in which days begin: in sheets, and where rows are counted by day. */
  timeZone: string
  /** Enum documents whose codes are the permission codes. */
  permissions: string
  /** What someone must hold, beside the right to publish, to publish other permission codes. */
  permissionRights?: { add: string; change: string; remove: string }
  skin: string
  /** `studio`: where staff edit documents; nothing can be published that would keep them from it. */
  routes: { home: string; signIn: string; noAccess: string; notFound: string; studio?: string }
  /** Query parameter that carries the address to return to after sign-in. */
  returnParameter: string
  session: {
    accessMinutes: number
    refreshDays: number
    refreshLeewaySeconds: number
    /** How long a fresh proof of who one is lets calls with `proof` continue; default 10. */
    proofMinutes?: number
    storageSuffix: string
    /** Names in the browser's storage (before the suffix) that are removed with the tokens when a session ends. */
    cleared: string[]
  }
  signIn: SignInPlace
  /** Role documents whose permissions everyone signed in / every visitor holds. */
  roles: { signedIn: string[]; visitor: string[] }
  /** Asked as a visitor before a page is sent whose address has one of the parameters: `field` of the answer is the skin, as a whole, to paint with
   *  before anything else. */
  addressSkin?: { call: string; parameters: string[]; field: string }
  /** Kinds of object that roles are granted on, by name. */
  scopes?: Record<string, ScopeDocument>
  /** The hats a person may use: an enum of their kinds, the one that a role on the whole platform gives, and the one of someone who
   *  takes all others off. */
  identities?: { kinds: string; platform: string; own: string }
  /** Nodes above every frame: notices about the session, and dialogs that have to be answered before anything else. */
  top?: Node[]
  chromes: Record<string, ChromeDocument>
  uploads: { maxBytes: number; fileTypes: string[] }
  messages: { debounceMs: number }
  /** Pictures are fetched when they are so many screens away, and so often tried. */
  images?: { preloadScreens: number; attempts: number }
  /** What is done when a call fails with a code, instead of showing its message; `error` {code, error, message, details} is in scope. */
  failures?: Record<string, Action>
  /** Handlers that run every hour in one of the processes, as no one, each in a transaction: deadlines and the like. */
  hourly?: string[]
  /** Refusals that are security events: kind (code of `platform.securityKind`) -> error codes; and the handler that is told of many at once. */
  security?: { events: Record<string, string[]>; onBurst: string }
  site?: SiteDocument
}
/** The site as others show it: search engines, messengers, home screens of phones. */
export interface SiteDocument {
  shortName: Text
  description: Text
  /** Path of the picture that is shown where an address is shared. */
  image: string
  /** Colours of the bar around an installed site, and of what is seen while it starts. */
  colour: string
  background: string
  icons: { src: string; type: string; sizes: string; purpose?: 'any' | 'maskable' | 'touch' }[]
}
/** One kind of object that roles are granted on. */
export interface ScopeDocument {
  /** Its `label` is a field of its own: how the object is called. */
  entity: string
  /** Kind of identity that a role on such an object gives, unless the role says another. */
  identity: string
  /** Ref field to the object above, of the same entity: what a role's `subordinates` reaches through. */
  superior?: string
  /** The object lies in another: a right held there is held here too. */
  in?: { field: string; scope: string }
}
/** The central sign-in. Its page is `routes.signIn`; it brings people back with a one-time ticket. */
export interface SignInPlace {
  /** Host of the page (`https://login.example.org`) when it is not the one of the platform; it serves the same platform. */
  origin?: string
  /** Hosts beside the own one that it may bring people back to; the first is the main site. */
  returnTo: string[]
  /** Query parameter that carries the ticket. */
  ticketParameter: string
  /** Life of a ticket. */
  ticketSeconds: number
  /** Query parameter that sends a visitor to sign-in immediately. */
  autoParameter: string
}
/** Frame around a page. `entry`: beside a picture, without menus: for signing in. `site`: header, footer, bottom bar on phones. `workspace`: side menu, breadcrumb. `none`: nothing. */
export interface ChromeDocument {
  layout: 'site' | 'workspace' | 'entry' | 'none'
  brand?: { title: Text | Cel; image?: Value; to: string }
  menu?: string
  /** Entries of the bar at the bottom on phones. */
  bottomMenu?: string
  accountMenu?: string
  /** Entries shown to visitors instead of the account menu. */
  visitorMenu?: string
  footer?: Node[]
  /** `entry` only: nodes beside the page, on wide screens. */
  aside?: Node[]
  /** Nodes that float over the corner of every page. */
  float?: Node[]
  /** `workspace` only: nodes above every page; what all of its pages share is here once. */
  head?: Node[]
  /** The skin its pages use, by id or as a whole; '' for the app's. What the person chose goes first. */
  skin?: Cel
  /** The skin, as a whole, of what the page is about: before the person's choice, as far as it has that side. False: none; null: not known yet. */
  objectSkin?: Cel
  /** Facts the chrome and its pages show (name -> call), refreshed after sign-in and on demand; parameters may read `query`. */
  sources?: Record<string, Source>
}

// ------------------------------------------------------------------------------------------------------------- entity

export type FieldType =
  | 'string'
  | 'text'
  | 'localText'
  | 'integer'
  | 'number'
  | 'money'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'enum'
  | 'ref'
  | 'json'
  | 'file'
  | 'files'
  | 'secret'

export interface EntityField {
  type: FieldType
  title?: Text
  description?: string
  required?: boolean
  default?: string | number | boolean | null | { cel: 'now' }
  unique?: boolean
  /** `enum`: id of the enum document. */
  enum?: string
  /** `ref`: id of the entity; the column holds its `id`. */
  entity?: string
  onDelete?: 'restrict' | 'cascade' | 'setNull'
  maxLength?: number
  min?: number
  max?: number
  /** Never stored: an expression over `row` (fields of the same row) and `now`, compiled to SQL; may be filtered, sorted, returned. */
  computed?: Cel
  /** `text` and `localText`: holds formatted text (HTML), cleaned by the allow-list of `runtime/core/richText` before it is stored. */
  richText?: boolean
  /** A whole number that many writes change: indexes and orders are led by its steps, so that most writes leave the indexes alone. */
  counter?: true
  /** Redacted in logs and in the operation log. */
  sensitive?: boolean
  /** Text fields that are sensitive: what leaves is masked, as said here or by a keyword document with `mask` (its id); never filtered, searched or
   *  sorted by. The whole value leaves by an operation of kind `reveal` only. `like`: masked where the value has the `shape` of one of these keywords. */
  mask?: Mask | string | { like: string[] }
  /** `json`: the answers of the form version whose hash this field of the row holds. Only what the asker may read of them leaves, and personal fields leave
   *  masked, but for the row's owner and by an operation of kind `reveal`. */
  form?: string
  /** Only these may ever receive the value. */
  readers?: Permission
  /** `string`: id of a stored form of its own that each row has, which operations of kind `design` work on. */
  designed?: FormDesign
}
/** The form of a row: how it begins, who designs it, and where its answers lie. */
export interface FormDesign {
  /** Over `row`: the name that the form gets when it is stored first. */
  name: Cel
  /** Form document that a new one begins as. */
  starter: string
  /** Call (input `id`) that answers for the rows whose form the asker may design. */
  may: string
  /** Over `row`: what changes in the row with the name of its form. */
  set?: Record<string, Value>
  answers: DesignedAnswers[]
  /** Refs of other entities to rows that use the form as well: their answers count in an impact. */
  alsoNamedBy?: { entity: string; field: string; ref: string }[]
  /** Handler (`FormCheck`) that answers the failures which keep a form from its purpose, or fails with an error of its own. */
  check?: string
}
/** Rows that hold answers to the form: the json field `values`, and the ref to the row that names the form. All of `where` hold. */
export interface DesignedAnswers {
  entity: string
  values: string
  ref: string
  where?: Record<string, (string | number)[]>
  /** They are only begun. */
  drafts?: true
}
/** How much of a personal value is shown: so many characters at either end, stars between; what begins with the mark `until` is shown too. */
export interface Mask {
  start: number
  end: number
  until?: string
}
/** Becomes a table. `id` (bigint identity, a decimal string on the wire), `createdAt` and `updatedAt` are implied. */
export interface EntityDocument extends DocumentBase {
  fields: Record<string, EntityField>
  unique?: { fields: string[]; error: string }[]
  /** Fields; `-field`: the greatest first and null last, as a list's order has it. */
  indexes?: string[][]
  /** Text fields that are searched together by an index over pairs of neighbouring characters, which serves Chinese as well as English. A list that
   *  searches in these or some of them uses it. */
  search?: string[]
  /** Ref field: rows are mostly looked for within one object that it names, so the search index knows it. */
  searchWithin?: string
  /** What people call a row: a text field, or a path through refs that ends in one (`userId.name`). */
  label?: string
  /** Field that holds the user who owns the row; `id` where the row is the person. Owned rows are what people take away as their data. */
  owner?: string
  /** What becomes of owned rows when the person closes the account: they go (default), stay as they are, or stay with `set` (over `row`, `now`)
   *  in place of what tells who it was. */
  erasure?: { action: 'delete' | 'keep' | 'anonymise'; set?: Record<string, Value> }
  /** Calls (input `id`) that show a row with its files: who is answered with a file by one of them may download it. Default: the entity's `get`
   *  operations. */
  readBy?: string[]
  /** Handler that runs at the end of each call which wrote rows of the entity, in the same transaction and before anything is answered; input
   *  `WrittenRows`. Not told of what jobs write, nor of calls without a log. */
  onWrite?: string
  retention?: { field: string; days: number; action: 'delete' | 'clear'; fields?: string[] }
  /** Row-level rules checked by the database; `error` is the code told to the caller. Compiled from CEL over `row`. */
  checks?: { cel: string; error: string }[]
}

export interface EnumDocument extends DocumentBase {
  type: 'integer' | 'string'
  /** After the values: the ids of all documents of this kind, labelled by their titles. */
  documents?: 'entity' | 'call' | 'page' | 'role' | 'form' | 'template'
  values: {
    code: string | number
    /** Of a number: what code calls it. */
    name?: string
    label: Text
    color?: 'default' | 'info' | 'success' | 'warning' | 'error'
    group?: string
    description?: Text
  }[]
}

// --------------------------------------------------------------------------------------------------------------- flow

/** Transitions of one status field: the only way the field changes. */
export interface FlowDocument extends DocumentBase {
  entity: string
  field: string
  initial: (string | number)[]
  transitions: {
    id: string
    title: Text
    from: (string | number)[]
    to: string | number
    /** Needed in addition to the call's access. */
    permission?: Permission
    /** Over `row`, `input`, `session`, `now`; false refuses with FLOW_CONDITION (or `error`). */
    condition?: Cel
    error?: string
    effects?: Effect[]
  }[]
}
export type Effect =
  | { set: Record<string, Value> }
  /** Adds `by` to a number field of the row that `ref` (a ref field of this row) points at, refusing when `while` is false afterwards. */
  | { add: { ref: string; field: string; by: number; atMost?: string; error?: string } }
  | { send: { template: string; to: Cel; with?: Record<string, Value> } }
  | { handler: string }

// --------------------------------------------------------------------------------------------------------------- call

export interface CallDocument extends DocumentBase {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  /** With prefix: `api/web/...` or `nodeapi/...`; `:name` for parameters. */
  path: string
  /** Other paths, without parameters, that answer the same by POST; below `nodeapi/` with that service's success code. */
  alsoAt?: string[]
  /** Why a write answers GET, or a secret (`writeOnly`) may be in the address; without it neither does. */
  inAddress?: string
  access: Access
  /** Only of reads. Who holds this may ask, by the input `previewAt` (ISO 8601), what a visitor would be answered at another moment: `now` is that
   *  moment, `session` a visitor's, `preview` true, and the rows are those within reach. Calls inside see the same. */
  preview?: Exclude<Access, string>
  /** Calls that must answer before this one: what they refuse, this one refuses. One with a value that is null is not asked. */
  requires?: { call: string; input: Record<string, Value> }[]
  /** One object made of path parameters, query and body (in that order of precedence). Strict: unknown keys are refused. */
  input?: JsonSchema
  /** Exactly one of the two. */
  operation?: Operation
  handler?: string
  /** Output fields of an operation; for handlers the JSON Schema of `data`. */
  output?: OutputField[] | JsonSchema
  /** Advisory locks taken, sorted, at the start of the write's transaction. */
  locks?: { name: string; key: Cel }[]
  /** Codes the call may answer with beside the kernel's own; each has texts `@error.CODE`. */
  errors?: string[]
  /** false: not written to the operation log (reads never are). `title` is what the log shows. */
  log?: false | { title: Text; entity?: string }
  rateLimit?: { max: number; seconds: number; by: ('ip' | 'user' | string)[] }
  /** Body may be multipart; files arrive as streams. */
  upload?: boolean
  /** The reply holds secrets (tokens, keys): it is never stored for an Idempotency-Key. */
  secretReply?: boolean
  /** Goes on only while the person has proved recently, in this session, who they are (`session.proofMinutes` of the app). Refused with PROOF_NEEDED. */
  proof?: true
  /** Reply is a stream or a file, not the envelope. */
  raw?: boolean
  /** A write that stays allowed while a session only looks at what another may see. */
  whileSeeing?: true
  /** Its body travels as a urlencoded form. */
  urlencoded?: boolean
  /** A new request cancels an earlier one of the same address, method and asker that still runs; default: of lists. */
  pipe?: boolean
  /** What is told when its answer does not come, before the reason. */
  failed?: LocalText
  /** Changes nothing, although it is sent in a body: its input is too long or too secret for an address. Sources may ask it. */
  onlyReads?: true
  /** What forms and filters may ask of it; without, nothing. `options`: the choices of a field (a read). `code`: to send a code to an address that is
   *  being typed; for built-in forms only. */
  forForms?: 'options' | 'code'
}
/** A field name; a path through refs (`organisationId.name`) under a name; or a value computed from `row`, `session`, `now`. Of a list: the `label` of
 *  a row of any entity, which two fields of the output name (its entity and its id); null when that row is gone or out of the session's reach. */
export type OutputField = string | { name: string; from: string } | { name: string; cel: string } | { name: string; labelOf: RowName }
export interface RowName {
  /** Field that holds the id of an entity document. */
  entity: string
  /** Field that holds the id of a row. */
  id: string
}

/** A value that rows are counted by: a field or a path through refs, under a name. `unit`: a datetime by its day or month in the app's time zone,
 *  written `2026-11-21` or `2026-11`. */
export interface GroupField {
  name: string
  from: string
  unit?: 'day' | 'month'
}

/** Fields of an entity that hold answers to a stored form. */
export interface AnswerFields {
  /** Hash of the form version. */
  form: string
  /** The answers (json). */
  values: string
  /** When they were submitted (datetime): a row without is only begun, and its answers do not count. */
  submitted: string
  /** When someone began (datetime). */
  started?: string
  /** Field that was touched last, for how far people came. */
  last?: string
  /** Over input: key of the drafts that are no rows of the entity but lie in the store of drafts (also keys that continue after a colon); null: none. They
   *  are counted without a look at reach: a call in `requires` says whose drafts the asker may count. */
  drafts?: Cel
}

export type FilterOp = 'eq' | 'ne' | 'in' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'json'
export type Operation =
  | {
      kind: 'list' | 'count' | 'export'
      entity: string
      /** Over `row`, `input`, `session`, `now`; compiled to SQL. */
      where?: Cel
      /** input parameter -> condition on a field; an absent parameter filters nothing. `json`: an object of path -> value on a json field. */
      filter?: Record<string, { field: string; op: FilterOp }>
      /** Fields searched by the input parameter `search`. */
      search?: string[]
      /** Fields that `sort` (`field` or `-field`) may name. `turns`: without `sort`, the rows with the first value of a field come first, then
       *  those with the second, each in the default order. Of a computed field, an index serves the conditions that it is computed by. */
      /** `shuffle`: without `sort`, an order at random that is the same for the same value of this input parameter. */
      sort?: { fields: string[]; default: string[]; turns?: { field: string; values: (string | number | boolean)[] }; shuffle?: string }
      pageSize?: number
      /** `list` only: rows are counted up to the next multiple of this number behind the page; the reply's `atLeast` tells whether there are more. */
      countUpTo?: number
      /** `count` only: counts apart for each combination of these values; the reply has `groups` beside `total`. */
      groupBy?: GroupField[]
      /** `export` only: columns and file name; runs as a job. `from`: a list call that gives the rows instead, page by page, as the person who
       *  asks; it takes all parameters of the export. */
      export?: {
        from?: string
        fileName: Text
        columns: { field: string; title: Text; enum?: string }[]
        formField?: { hash: string; answers: string }
        /** `reason` is the input parameter that holds a reason: with one, personal values are in the file in full, and the operation log keeps who asked
         *  and why. That needs the `permission` as well, on the same objects. */
        reveal?: { reason: string; permission: string }
        /** The call (kind `statistics`) of the same answers: its tables go along. Parameters that both have are handed on. While it holds small groups back,
         *  only answers leave, each column in an order of its own. The input has `format` ("xlsx" or "csv"), `content` ("answers" or "tables") and
         *  `split` (each choice of several in a column of its own, 1 or 0). */
        statistics?: string
      }
    }
  /** Numbers of stored answers, question by question: counts, cross tables, texts, how far people came (`AnswerStatistics`). The input has `only` (question ->
   *  value or values), `from` and `to` (days), and for one of the others `rows` with `columns`, or `texts` with `search` and paging. */
  | {
      kind: 'statistics'
      entity: string
      where?: Cel
      filter?: Record<string, { field: string; op: FilterOp }>
      answers: AnswerFields
      /** Nothing is shown of fewer answers than `size` as long as `where` holds for any of the rows, so that no one can be found out. */
      smallest?: { size: number; where: Cel }
    }
  | { kind: 'get'; entity: string; by?: Record<string, Value>; where?: Cel }
  /** As `get`, with the masked fields (or answers) named here in full. A write, with a rate limit: the input has a required `reason`, which the operation
   *  log keeps with the names of the fields. */
  | { kind: 'reveal'; entity: string; fields: string[]; by?: Record<string, Value>; where?: Cel }
  /** `orChange`: fields of a unique combination; a row that has the same values is changed instead. */
  | { kind: 'create'; entity: string; set: Record<string, Value>; form?: FormAnswers; orChange?: string[] }
  | ({
      kind: 'update'
      entity: string
      by?: Record<string, Value>
      where?: Cel
      set: Record<string, Value>
      form?: FormAnswers
    } & ChangeConditions)
  | ({ kind: 'remove'; entity: string; by?: Record<string, Value>; where?: Cel } & ChangeConditions)
  | { kind: 'transition'; flow: string; transition: string | Cel; by?: Record<string, Value>; where?: Cel; set?: Record<string, Value> }
  | DesignOperation
  | OptionsOperation
  | CallOperation
  | MoveOperation

/** Operations whose answer is no row of an entity: the call's `output` is a JSON Schema, and `within` of its access holds the input against the reach. */
export type OtherOperation = DesignOperation | OptionsOperation | CallOperation | MoveOperation
export type RowOperation = Exclude<Operation, OtherOperation>

/** Answers of a form that a write of one row stores. They are held against the form first; then `set`, and conditions of `unless` that name them, see `answers`
 *  and `formHash`. */
export interface FormAnswers {
  /** Of a form document. */
  id: string
  /** Over `input`; default: `input.answers`. */
  answers?: Cel
  /** Facts of the form's `context`, over `input`, `session`, `now`, and the `row` that is changed. */
  context?: Record<string, Value>
  /** Over the `row` that is changed: answers that it holds. Files, choices that are no longer offered, and what the person may not write stay. */
  previous?: Record<string, Value>
}

/** Of a change of one row: it is locked and looked at first. Where the entity has no field of the name, `within` of the access holds the input's parameter. */
export interface ChangeConditions {
  /** What refuses the change, the first that holds with its error. */
  unless?: ChangeCondition[]
  /** Over `row`, `input`, `session`, `now`: the row is already what the call makes of it, and stays as it is. */
  already?: Cel
}
/** A condition over `row`, `input`, `session`, `now`; or rows of another entity that name the row in a ref (`details` see their `count`). */
export type ChangeCondition = ({ when: Cel } | { used: { entity: string; field: string } }) & {
  error: string
  details?: Record<string, Value>
}

/** Puts a row up or down in an order; answers `{ moved }`, false at the end of the order. */
export interface MoveOperation {
  kind: 'move'
  entity: string
  by: Record<string, Value>
  /** Over `row`, `input`, `session`, `now`: the rows that are in the order. */
  where?: Cel
  /** Field: rows with the same value are one order. */
  among: string
  /** Integer field that holds the order. */
  position: string
  /** Over `input`: how many places down; negative: up. */
  places: Cel
  /** Lock of the order, with the value of `among` as its key: who adds to the order takes it too. */
  lock: string
}

/** Another call, by its access and with its log entries, and its answer. It reads when the first method is GET. */
export interface CallOperation {
  kind: 'call'
  /** Of several calls, an input parameter chooses one: the first when it is absent. */
  call: string | { parameter: string; calls: Record<string, string> }
  /** Over `input`, `session`, `now`, `lang`, and `item`; without, the parameters that the other call takes are handed on. */
  input?: Record<string, Value>
  /** Ids, a list or one text with commas: the call is made for each (`item`), in the order of ids and in one transaction. */
  each?: Cel
  /** Codes with which the call may refuse one of them: it is skipped, and does not fail the others. */
  skip?: string[]
  /** A message for each call made, over `answer` too. */
  send?: { template: string; to: Cel; with?: Record<string, Value> }
  /** What is answered instead, over `answer`; with `each` over `done`, `skipped` (numbers) and `results` (`{ id, answer }` or `{ id, error }`), which are answered
   *  otherwise. */
  answer?: Record<string, Value>
}

/** Choices: the codes of an enum, or rows (then `within` of the access restricts them, as it does in a list). The answer is a list of `{ value, label }`, labels in the
 *  reader's language. Input parameters narrow it where the call declares them: `search`, in both languages and in the words of the group; `codes`, these alone. */
export interface OptionsOperation {
  kind: 'options'
  enum?: string
  /** Of an enum: groups, with their members as `children`. Otherwise a code that only groups others is no choice. */
  tree?: true
  entity?: string
  where?: Cel
  /** Default: `id`. */
  value?: string
  label?: string
  /** Fields, `-field` for downwards; default: by value. */
  order?: string[]
  most?: number
  /** Below the values of an enum that a field holds. */
  group?: { field: string; enum: string }
  /** Other names for the keys of the answer. */
  keys?: { value?: string; label?: string }
  /** Labels leave in both languages. */
  bothLanguages?: true
  /** The answer is `{ list }`. */
  inList?: true
}

/** One step of designing the form that a row names in a field with `designed`. `save` and `impact` take `content`, `version` and `restore` take `revision`. */
export interface DesignOperation {
  kind: 'design'
  step: 'draft' | 'save' | 'impact' | 'publish' | 'versions' | 'version' | 'restore'
  entity: string
  /** Of several fields, an input parameter chooses one: the first when it is absent. */
  field: string | { parameter: string; fields: Record<string, string> }
  /** Over `input`: id of the row. */
  row: Cel
}

// --------------------------------------------------------------------------------------------------------------- form

export interface FormDocument extends DocumentBase {
  /** `type: object`. Property order is field order. */
  schema: FormSchema
  steps?: { id: string; title: Text; description?: Text }[]
  sections?: { id: string; title: Text; description?: Text; step?: string }[]
  /** Names (with types) of the facts the form's expressions may read as `context.name` beside the fields. */
  context?: Record<string, JsonSchema>
  submitLabel?: Text
  draft?: boolean
}
export interface FormSchema {
  type: 'object'
  properties: Record<string, FormField>
  required?: string[]
}
/** A draft-07 schema with annotations. Expressions see root fields by their bare names, `item` (the fields of the repeat row they stand in),
 *  `context` and `session.permissions`. `title`, `description` are Text. */
export interface FormField {
  type?: string | string[]
  title?: Text
  description?: Text
  'x-widget'?: string
  'x-props'?: Record<string, unknown>
  'x-placeholder'?: Text
  'x-visibleWhen'?: Cel
  'x-enabledWhen'?: Cel
  'x-requiredWhen'?: Cel
  'x-computed'?: Cel
  /** keep: stays and is stored; clear: emptied as soon as hidden; clearOnSubmit (default): stays on screen, dropped on submit. */
  'x-whenHidden'?: 'keep' | 'clear' | 'clearOnSubmit'
  'x-options'?: Options
  /** Filters only: two ends instead of one value, and the parameters that receive them (either may be absent). Days of a `date-time` begin and
   *  end in the person's time zone. */
  'x-range'?: { from: string; to: string }
  'x-step'?: string
  'x-section'?: string
  /** Columns of 12 on a wide screen; forms are one column unless said. */
  'x-span'?: number
  /** Personal whatever its rules: leaves masked, as the answers to keywords with `mask` do. */
  'x-personal'?: true
  'x-readers'?: Permission
  'x-writers'?: Permission
  properties?: Record<string, FormField>
  items?: FormField
  required?: string[]
  [keyword: string]: unknown
}
export type Options =
  | { value: string | number | boolean; label: Text; disabledWhen?: Cel; children?: Options }[]
  | { enum: string }
  | {
      call: string
      params?: Record<string, Value>
      valueKey: string
      labelKey: string
      childrenKey?: string
      search?: string
      /** Input parameter that takes a list of values and narrows the answer to them: the server asks so whether a submitted value is offered. Needed
       *  in forms when the call does not answer every option at once (a paged list, a search). */
      valueParameter?: string
    }

// -------------------------------------------------------------------------------------------------------------- table

export interface TableDocument extends DocumentBase {
  source: Source
  rowKey?: string
  columns: TableColumn[]
  /** Properties in the form dialect; each name is an input parameter of the source's call, but for a range, which names its two. */
  filters?: Record<string, FormField>
  search?: { parameter: string; placeholder: Text }
  /** Adds columns and filters for the fields of a stored form: `form` gives its hash, `answers` the row's json field. */
  formColumns?: { form: Cel; answers: string; parameter: string }
  toolbar?: ActionRef[]
  rowActions?: ActionRef[]
  bulkActions?: ActionRef[]
  /** Run when a row is opened (click, Enter); `row` is in scope. */
  open?: ActionRef
  empty?: EmptyState
  pageSize?: number
  /** A person can keep filters, columns and order under names. */
  views?: boolean
}
/** What a figure does to a table of its page. */
export interface TableFilterPreset {
  table: string
  /** Filter -> value; null takes it away. */
  values: Record<string, string | number | boolean | null>
  /** Parameters of the page. */
  query?: Record<string, string>
}

export interface TableColumn {
  field: string
  title: Text
  format?: Format
  enum?: string
  width?: number
  sortable?: boolean
  fixed?: 'left' | 'right'
  hidden?: boolean
  permission?: Permission
  value?: Cel
}
export type Format =
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'datetime'
  | 'relative'
  | 'enum'
  | 'tags'
  | 'boolean'
  | 'image'
  | 'link'
  | 'json'
  | 'percent'
  /** `money`, of which nothing is said as free. */
  | 'price'
  /** A size of a file: `1.4 MB`. */
  | 'bytes'
export interface EmptyState {
  title: Text
  text?: Text
  image?: string
  action?: ActionRef
}

// ------------------------------------------------------------------------------------------------------------- action

/** An id of an action document, an id with parameters, or an action written in place. */
export type ActionRef = string | { ref: string; with?: Record<string, Value> } | Action
export interface Action {
  label: Text
  icon?: string
  permission?: Permission
  visibleWhen?: Cel
  enabledWhen?: Cel
  /** Shown when `enabledWhen` is false. */
  disabledReason?: Text
  tone?: 'primary' | 'default' | 'danger' | 'link'
  confirm?: { title: Text; text?: Text; ok?: Text; danger?: boolean }
  /** Asks by a form before the steps; its answers are `input` in the scope of the steps. */
  dialog?: { form: string; title: Text; initial?: Record<string, Value>; context?: Record<string, Value>; submitLabel?: Text }
  steps: ActionStep[]
  /** Replaces the default (show the error's text) when a step fails; `error` {code, error, message} is in scope. */
  onFailure?: ActionStep[]
}
export interface ActionDocument extends DocumentBase, Action {}
/** Steps run in order; the first failure stops the chain. `as` puts a call's data into scope. `when` skips a step. */
export type ActionStep = { when?: Cel } & (
  | { call: string; input?: Record<string, Value>; as?: string; progress?: boolean; noError?: boolean; failed?: Text }
  | { toast: 'success' | 'info' | 'warning' | 'error'; text: Text }
  | { refresh: string[] | 'all' }
  | { navigate: Text | Cel; replace?: boolean; newTab?: boolean }
  | { download: string; input?: Record<string, Value> }
  | { open: string; with?: Record<string, Value> }
  | { close: string }
  | { set: Record<string, Value> }
  | { run: ActionRef }
  /** A step kind registered by a plugin or the client kernel: signIn, signOut, setLanguage, setSkin ... */
  | { do: string; with?: Record<string, Value> }
)

// --------------------------------------------------------------------------------------------------------------- page

/** A named request. Parameters see `route`, `query`, `session`, `state` and other sources by name; a source waits for those it names. */
export interface Source {
  call: string
  params?: Record<string, Value>
  when?: Cel
  /** Seconds between refreshes while the page is visible. */
  every?: number
  /** The moment after which its answer is out of date: it is asked again right then. Both are told by the answer, so that the clock is the server's. */
  until?: { at: Cel; now: Cel }
  /** Keep showing the last data while refreshing (default true). */
  keep?: boolean
  /** Asked again when the server tells that something of this person's own has changed: a message came. */
  live?: true
  /** A failure is told nowhere; the data stay absent. */
  noError?: boolean
  /** The page is about what it answers: while that does not exist (NOT_FOUND, or an address that names nothing), neither does the page. Of a public
   *  page the server asks it too, as a visitor, and answers the document with 404. */
  subject?: true
}
export interface PageDocument extends DocumentBase {
  routes: string[]
  access: Access
  meta?: {
    title?: Text
    chrome?: string
    phoneChrome?: string
    noAuthority?: boolean
    newTab?: boolean
    parent?: string
    wide?: boolean
    sideMenu?: string
  }
  /** Routes of the page that lead on for some: the first entry whose `permission` is held, and whose `without` is not. */
  leads?: { from: string; to: string; permission?: Permission; without?: Permission }[]
  /** Description and picture for search engines and shared links; expressions see what a visitor gets. */
  head?: HeadDocument
  /** Query and route parameters in the form dialect, for types. */
  parameters?: Record<string, JsonSchema>
  state?: Record<string, Value>
  sources?: Record<string, Source>
  body: Node[]
  /** Nodes by name, for the places that name them; gone when a page is sent. */
  parts?: Record<string, Node[]>
  /** Run once when the page opens, as if the person had used it: not while it is not visible or enabled, and not again before the person has done
   *  something, so that pages cannot lead to each other in a circle. */
  onOpen?: ActionRef
  /** A tour of the page, shown by itself once: to who `showWhen` is true for. `done` remembers that it was seen. */
  guide?: { showWhen: Cel; steps: { node: string; title: Text; text: Text }[]; done: ActionRef }
}
export interface HeadDocument {
  description?: Text
  /** A stored file or a path of the site. */
  image?: Value
  /** The picture is on the first screen: it is fetched with the page. */
  imageFirst?: true
  /** Path under which the page counts, when several lead to it. */
  path?: Value
  /** Parameters of the address that belong to what is shown. */
  keep?: string[]
  /** Whether search engines may keep it; default they may. */
  index?: false | Cel
  /** Its addresses, one a row of a list that visitors may ask for; false: none. Default the routes without parameters. */
  sitemap?: false | { call: string; params?: Record<string, Value>; path: Cel; changed?: Cel }
}
/** A part that several pages share: nodes, with the data and the state they need. Pages name it by a node `fragment`, and their own sources and state
 *  go before its own of the same name. Two fragments of one page that name the same source must ask the same. */
export interface FragmentDocument extends DocumentBase {
  /** Names that a place gives by `with`: exactly these. */
  parameters?: string[]
  state?: Record<string, Value>
  sources?: Record<string, Source>
  body: Node[]
  parts?: Record<string, Node[]>
}
/** Where a designer finds older revisions: `input.revision` (and for `impact` the `input.content`) is in scope of all but `list`. */
export interface DesignVersions {
  /** Answers `{ list: [{ revision, state, hash, authorName, note, createdAt }] }`, newest first. */
  list: Source
  /** Answers `{ content }`. */
  one: Source
  /** Publishes an old revision again. */
  restore: ActionRef
  /** What publishing would do to stored answers. */
  impact?: Source
}
/** Where a designer keeps fields for other forms. */
export interface DesignLibrary {
  /** Answers `{ list: [{ id, title, field }] }`. */
  list: Source
  /** With `input` = `{ title, field }`. */
  save: ActionRef
  /** With `input.id`. */
  remove: ActionRef
}
/** Drafts of a form (with `draftKey`) that the page's own calls keep. */
export interface FormDrafts {
  /** The draft on the server, `{ hash, answers, savedAt }`, or null. */
  of?: Cel
  /** Runs a quiet moment after each change, with `input` = `{ key, hash, answers, field }`: `field` is the one changed last, `key` a random name of this
   *  browser's draft, which lives until it is submitted; `submit` knows it as `draft.key`. Its last call answers `{ savedAt }`. */
  save: ActionRef
}
/** One node of a screen. `node` picks the renderer; the other keys are that node type's own (see NodeTypes below and `schemas/kinds/nodes`). */
export interface NodeBase {
  id?: string
  permission?: Permission
  visibleWhen?: Cel
  /** Shown when permission is missing, instead of nothing. */
  fallback?: Node[]
  span?: number
}
export type Node = NodeBase &
  // layout
  (
    | {
        node: 'section'
        title?: Text
        text?: Text
        actions?: ActionRef[]
        tone?: 'plain' | 'tint' | 'hero'
        image?: Value
        children: Node[]
      }
    | { node: 'grid'; columns?: number; gap?: number; children: Node[] }
    | { node: 'columns'; children: Node[]; sticky?: boolean }
    | {
        node: 'tabs'
        items: { id: string; title: Text; children: Node[]; visibleWhen?: Cel; permission?: Permission; badge?: Cel }[]
        parameter?: string
        /** Name under which this browser keeps the tab opened last, and opens it again. */
        remember?: string
        /** Each tab has an address of its own below this path, which the page's routes list: the first shown the path itself, the others
         *  `path/id`. Of the query only `keep` goes along from tab to tab. */
        path?: string | Cel
        keep?: string[]
        /** Which tabs are shown, in this order and under these names: a list of `{ id, title? }`. An id that is no item's is drawn by the item
         *  `*`, which is shown for such ids only. Null: all, as they stand. */
        shown?: Cel
      }
    | { node: 'card'; title?: Text; image?: Value; to?: Text | Cel; actions?: ActionRef[]; children?: Node[] }
    | { node: 'steps'; items: { title: Text; text?: Text }[]; current: Cel }
    | { node: 'drawer'; id: string; title: Text; width?: number; children: Node[] }
    /** Opened by the step `open`, or as long as `openWhen` is true; with `must` it cannot be closed then, and says this. */
    | { node: 'dialog'; id: string; title: Text; width?: number; children: Node[]; openWhen?: Cel; must?: Text }
    // content
    | { node: 'text'; text: Text | Cel; as?: 'title' | 'subtitle' | 'body' | 'muted' | 'caption' }
    | { node: 'richText'; html: Text | Cel }
    /** `width`: pixels at most, in the middle; default: all there is. */
    | { node: 'image'; src: Value; alt: Text; ratio?: string; width?: number }
    /** `value`: what it holds; an address of the platform is made absolute. */
    | { node: 'qr'; value: Value; label: Text }
    | { node: 'stat'; label: Text; value: Cel; format?: Format; hint?: Text; to?: Text | Cel; filters?: TableFilterPreset }
    | { node: 'timeline'; items: Cel; time: string; title: string; text?: string; state?: Cel }
    | {
        node: 'cards'
        items: Cel
        card: {
          title: Cel
          image?: Value
          to?: Text | Cel
          tags?: { value: Cel; enum?: string }[]
          lines?: { label?: Text; value: Cel; format?: Format; enum?: string }[]
          badge?: { value: Cel; enum?: string }
          footer?: Text | Cel
          actions?: ActionRef[]
        }
        empty?: EmptyState
        columns?: number
        more?: { total: Cel; page: string; size: number }
      }
    | {
        node: 'detail'
        of: Cel
        fields: { label: Text; value: Cel; format?: Format; enum?: string; permission?: Permission; span?: number }[]
        columns?: number
      }
    /** Numbers of stored answers; the source's call is an operation of kind `statistics`. The toolbar has `params` in scope: what the numbers are of. */
    | { node: 'results'; source: Source; toolbar?: ActionRef[] }
    /** `bar`: columns side by side; `bars`: lying, below each other, for long names. */
    | { node: 'chart'; chart: 'bar' | 'bars' | 'line' | 'pie' | 'ring'; of: Cel; x: string; y: string; title: Text; height?: number }
    | ({ node: 'empty' } & EmptyState)
    | { node: 'banner'; tone: 'info' | 'success' | 'warning' | 'error'; title: Text; text?: Text; actions?: ActionRef[] }
    // data
    | { node: 'table'; table: string; params?: Record<string, Value> }
    /** `form`: id of a form document or a Cel giving the hash of a stored one. On submit `actions.submit` runs with `input` = answers. */
    | {
        node: 'form'
        form: string | Cel
        initial?: Value
        context?: Record<string, Value>
        submit: ActionRef
        draftKey?: Cel
        /** Where drafts are kept on the server, instead of among the person's own ones: for people without an account. */
        drafts?: FormDrafts
        readOnly?: boolean | Cel
        compact?: boolean
        /** Submits by itself after each change, and says whether it is saved; there is no button. */
        autosave?: true
      }
    | { node: 'answers'; form: Cel; answers: Cel }
    /** Binds controls to query parameters of the address (filters of a list page); with `to`, of that address: what is chosen leads there. */
    | {
        node: 'query'
        fields: Record<string, FormField>
        search?: { parameter: string; placeholder: Text }
        layout?: 'bar' | 'pills'
        to?: string
      }
    | { node: 'action'; action: ActionRef; size?: 'small' | 'medium' | 'large'; block?: boolean; sticky?: boolean }
    | { node: 'actions'; items: ActionRef[]; align?: 'start' | 'end' | 'between' }
    | { node: 'menu'; menu: string; layout?: 'horizontal' | 'vertical' }
    | { node: 'repeat'; items: Cel; as?: string; children: Node[] }
    /** The first branch whose `when` is true; nothing while one on the way is not known. */
    | { node: 'choose'; branches: { when?: Cel; children: Node[] }[] }
    /** Designs a stored form. `of`: `{ content, revision, state, publishedAt }`, where `revision` names what is edited (null: nothing is stored yet). */
    | {
        node: 'designer'
        palette: string
        /** One of the palette's purposes. */
        purpose?: string
        of: Cel
        /** Saves by itself after each change, with `input.content` and the `input.revision` that was edited; its last call answers `{ revision }`. */
        save: ActionRef
        /** Runs when everything is saved, with `input.note`. */
        publish?: ActionRef
        versions?: DesignVersions
        library?: DesignLibrary
      }
    /** Designs a stored skin. `of`: `{ content, hash, publishedContent, changed, rules, starts, pages, revisions }`. `save` runs by itself after each change,
     *  with `input.content` and the `input.base` that was edited; `restore` with `input.revision`. */
    | { node: 'skinDesigner'; of: Cel; save: ActionRef; publish: ActionRef; restore: ActionRef; actions?: ActionRef[] }
    /** Edits one document of the platform: `of` is what the call that opens it answers. `roles`, `permissions`: enums; `check`: the call that answers the
     *  failures of drafts; `revision`: the one that answers an earlier revision. */
    | {
        node: 'documentEditor'
        of: Cel
        roles: string
        permissions: string
        save: ActionRef
        publish: ActionRef
        restore: ActionRef
        check: string
        revision: string
        actions?: ActionRef[]
      }
    /** A widget of a plugin. */
    | { node: 'widget'; widget: string; props?: Record<string, Value> }
    // shared parts of pages; both are gone when a page is sent
    /** The nodes of a fragment, which bring their sources and state along; `children` are in the fragment's slot. */
    | { node: 'fragment'; fragment: string; with?: Record<string, Value>; children?: Node[] }
    /** The same of one of the document's own parts. `with`: what names in its expressions stand for. */
    | { node: 'part'; part: string; with?: Record<string, Value>; children?: Node[] }
    | { node: 'slot' }
  )

// ---------------------------------------------------------------------------------------------------------- the others

export interface MenuItem {
  id: string
  label: Text
  icon?: string
  to?: string
  /** Where it leads, instead of `to`, when only an answer tells; null or empty hides the item. */
  address?: Cel
  /** Query parameters of the present address that `to` takes along. */
  keep?: string[]
  newTab?: boolean
  action?: ActionRef
  permission?: Permission
  visibleWhen?: Cel
  /** Over the chrome's sources and `session`. */
  badge?: Cel
  /** Active when the path starts with one of these; `*` = any path that no other item claims, but none that starts with what follows a `!`. */
  activeOn?: string[]
  children?: MenuItem[]
}
export interface MenuDocument extends DocumentBase {
  items: MenuItem[]
}

export interface RoleDocument extends DocumentBase {
  /** `required`: who holds the role signs in with a second factor, and sets one up at the first sign-in. */
  secondFactor?: 'required'
  permissions: string[]
  /** Kinds of object this role can be granted on; empty = platform only. */
  scopes: string[]
  /** May be granted on the whole platform too; default: only without scopes. */
  platform?: boolean
  /** Codes that reach the objects below the one it is granted on; a superior may do no more there. */
  subordinates?: string[]
  /** Kind of identity it gives, instead of its scope's; null: none, its rights act whatever hat is worn. */
  identity?: string | null
}

export interface SkinDocument extends DocumentBase {
  extends?: string
  dark?: boolean
  /** antd seed/alias tokens, and ours; each also becomes a CSS variable `--agon-<kebab-name>`. */
  tokens: Record<string, string | number>
  images?: Record<string, string>
  /** Which of the ways of `slots` it chooses, by slot. */
  layout?: Record<string, string>
  /** Its other side, dark for a light skin: worn by who chose that side. `extends` is the skin that side starts from. */
  other?: { extends: string; tokens: Record<string, string | number> }
  /** Of a skin that extends none, for all that start from it: the tokens a designer may set, in groups. */
  groups?: { id: string; title: Text; tokens: Record<string, SkinToken> }[]
  /** Of a skin that extends none: the other tokens there are, by type. A token that is neither here nor in a group is refused. */
  types?: Partial<Record<SkinTokenType, string[]>>
  /** Of a skin that extends none: which token is read on which, and how much contrast that needs. */
  pairs?: SkinPair[]
  /** Of a skin that extends none: parts of the frame that can be drawn in several ways. The way chosen stands as `data-skin-<slot>` on the root. */
  slots?: Record<string, { title: Text; choices: Record<string, Text> }>
}
export type SkinTokenType = 'colour' | 'size' | 'number' | 'fonts' | 'shadow' | 'duration' | 'easing'
/** A token as a designer sets it. Sizes are pixels, or a share for ratios. */
export interface SkinToken {
  type: 'colour' | 'size' | 'number'
  title: Text
  minimum?: number
  maximum?: number
}
/** `token` is drawn on the surface `on`. `text`: at least 4.5:1; `control`: edges, icons and large text, at least 3:1. */
export interface SkinPair {
  token: string
  on: string
  least: 'text' | 'control'
}

export interface TemplateDocument extends DocumentBase {
  channel: 'message' | 'mail' | 'sms' | 'document'
  /** The closed list of variables, with types. */
  variables: Record<string, JsonSchema & { sample: unknown }>
  subject?: Text
  body: Text
}

/** Figures of the product: values that code reads by name (`context.settings`) instead of holding them. */
export interface SettingsDocument extends DocumentBase {
  values: Record<string, Setting>
}
export interface Setting {
  type: 'integer' | 'number' | 'boolean' | 'string'
  /** Says the unit. */
  title: Text
  description?: string
  minimum?: number
  maximum?: number
  value: number | boolean | string
}

/** Something outside that the platform uses (mail, text messages, sign-in by another site), and the providers that can be behind it. Values of
 *  settings are in the environment only. */
export interface ServiceDocument extends DocumentBase {
  /** What a provider must offer: the contract that it declares. */
  contract: string
  /** The provider named by the environment variable, or the default; null: the service is off. */
  choice: { env: string; default: string | null }
  providers: Record<string, { title: Text; description?: string; settings: Record<string, ServiceSetting> }>
  /** A channel of messages: templates of this channel are delivered by it. */
  delivery?: {
    channel: 'mail' | 'sms'
    /** Field of the person's account that holds the address. */
    address: string
    /** Tries before a message is given up. */
    attempts: number
    /** Pause after the first failure; doubles with each, up to `maxRetrySeconds`. */
    firstRetrySeconds: number
    maxRetrySeconds: number
    timeoutSeconds: number
  }
}
export interface ServiceSetting {
  env: string
  description?: string
  default?: string
  /** The server does not start without it. */
  required?: boolean
  /** Never shown or logged. */
  secret?: boolean
}

/** A reusable validation keyword. Its kernel is `runtime/core/keywords/<kernel>.ts`. */
export interface KeywordDocument extends DocumentBase {
  /** Words below its setting in designers. */
  help?: Text
  keyword: string
  kernel: string
  /** JSON types of data the keyword looks at; others pass. */
  appliesTo: ('string' | 'number' | 'integer' | 'object' | 'array')[]
  /** Schema of the keyword's own value in a schema. */
  value: JsonSchema
  /** A value that keeps the rule is personal: it leaves masked, wherever a form or an entity has such a field. */
  mask?: Mask
  /** Pattern of what such a value looks like where nothing else tells, as JavaScript and PostgreSQL both read it; for `like` of an entity's field. */
  shape?: string
  /** Controls whose answers are such values, whatever the rules of the field. */
  controls?: string[]
  /** Result code of the kernel -> message; `{{limit}}` and the kernel's other facts may be used. */
  messages: Record<string, Text>
  source: string
}

/** The words of a locale file, or other words in place of some of them (`textsDocuments.ts`). */
export interface TextsDocument extends DocumentBase {
  texts: Record<string, LocalText>
}

/** What a form designer offers: the kinds of field, each with the field it begins as, and what its panel asks. */
export interface PaletteDocument extends DocumentBase {
  /** What forms are designed for with it. */
  purposes?: string[]
  groups: { id: string; title: Text; entries: PaletteEntry[] }[]
  /** Parts of the panel that every field has, in their order. Among `properties`, `own` stands for the entry's, `control` for the settings of the control. */
  panel: { id: string; title: Text; properties: string[]; closed?: true }[]
  /** What the panel asks of a control: its settings (`x-props`). */
  controls?: { widget: string; settings: ControlSetting[] }[]
  /** Form documents that a new form can begin as. */
  templates?: string[]
}
/** One setting of a control: a text in both languages, one of some values, or a plain value of a schema. */
export interface ControlSetting {
  key: string
  title: Text
  description?: Text
  text?: true
  values?: { value: string; label: Text }[]
  schema?: JsonSchema
}
export interface PaletteEntry {
  id: string
  /** Offered for these only. */
  purposes?: string[]
  title: Text
  description?: Text
  icon: string
  /** Name of the first field made from it; later ones are numbered. */
  name: string
  /** A field that is one of this kind has its `type`, `format` and `x-widget`, and the keywords that stand in it. */
  field: FormField
  required?: true
  /** Settings that the panel shows in addition to the common ones. */
  properties: string[]
}

export interface DocumentOf {
  app: AppDocument
  entity: EntityDocument
  enum: EnumDocument
  flow: FlowDocument
  call: CallDocument
  form: FormDocument
  table: TableDocument
  action: ActionDocument
  page: PageDocument
  fragment: FragmentDocument
  menu: MenuDocument
  role: RoleDocument
  skin: SkinDocument
  template: TemplateDocument
  settings: SettingsDocument
  service: ServiceDocument
  keyword: KeywordDocument
  palette: PaletteDocument
  texts: TextsDocument
}
