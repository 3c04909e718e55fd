/** Checks that all documents fit together. Looks at everything, stops at nothing; a document with a broken shape is checked for unknown names only. */
import type { DocumentOf, Kind } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { DocumentFailure } from '../platform.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { linkAction, reportRefreshed } from './linkAction.ts'
import { linkAddition } from './linkAddition.ts'
import { linkCall } from './linkCall.ts'
import { linkDataset } from './linkDataset.ts'
import { linkEntity } from './linkEntity.ts'
import { linkEnum } from './linkEnum.ts'
import { linkCel } from './linkExpressions.ts'
import { LinkedBefore, Linking } from './linkedBefore.ts'
import { Linker, type LinkerInput, type Watch } from './linker.ts'
import { linkFeature } from './linkFeature.ts'
import { linkFlow } from './linkFlow.ts'
import { linkForm } from './linkForm.ts'
import { linkFormats } from './linkFormats.ts'
import { linkMarks, reportPermissions } from './linkMarks.ts'
import { linkApp, linkFragment, linkFragmentAlone, linkMenu, linkPage } from './linkPage.ts'
import { linkPrint } from './linkPrint.ts'
import { linkRoutes } from './linkRoutes.ts'
import { linkRole } from './linkScopes.ts'
import { linkService, linkSettings } from './linkSettings.ts'
import { linkSkin } from './linkSkin.ts'
import { linkTable } from './linkTable.ts'
import { linkTemplate } from './linkTemplate.ts'
import { linkTextsDocument } from './linkTextsDocument.ts'
import { linkTimer } from './linkTimer.ts'

/** Kinds of field are offered for purposes that the palette declares. A field of the palette stands alone: what it computes reads no answers. */
function linkPalette(linker: Linker, document: LinkedDocument, { purposes = [], groups }: DocumentOf['palette']): void {
  groups.forEach(({ entries }, group) => {
    entries.forEach((entry, at) => {
      entry.purposes?.forEach((purpose, index) => {
        const path = `/groups/${group}/entries/${at}/purposes/${index}`
        linker.known(document, 'NAME_UNKNOWN', path, 'a purpose of the palette', purpose, purposes)
      })
      const path = `/groups/${group}/entries/${at}/field/x-computed`
      const computed = entry.field['x-computed']
      if (computed) linkCel(linker, { document, path, scope: {} }, computed)
    })
  })
}

type LinkKind<K extends Kind> = (linker: Linker, document: LinkedDocument, content: DocumentOf[K]) => void

const kinds: { readonly [K in Kind]?: LinkKind<K> } = {
  app: linkApp,
  entity: linkEntity,
  enum: linkEnum,
  feature: linkFeature,
  timer: linkTimer,
  dataset: linkDataset,
  flow: linkFlow,
  call: linkCall,
  form: linkForm,
  page: linkPage,
  fragment: linkFragment,
  menu: linkMenu,
  role: linkRole,
  skin: linkSkin,
  template: linkTemplate,
  settings: linkSettings,
  service: linkService,
  texts: linkTextsDocument,
  palette: linkPalette,
  print: linkPrint,
  addition: linkAddition,
}

interface Input extends LinkerInput {
  /** Link this document alone against the others (a stored form, which nothing else depends on): it is standalone. */
  only?: LinkedDocument
  /** Link every document, also those that would say nothing new. */
  anew?: boolean
}

/** @returns  all failures, unsorted */
export function linkDocuments(input: Input): DocumentFailure[] {
  return createLinked(input).failures
}

/** Like `linkDocuments`, but also returns the linker with what it read. */
export function createLinked({ only, anew = only !== undefined, ...input }: Input): Linker {
  const linker = new Linker({ ...input, standalone: only !== undefined })
  const documents = only === undefined ? input.index.all : [only]
  const run = anew ? linkAnew : linkChanged
  run(linker, documents, LINKED, [linkMarks, linkKind], () => reportPermissions(linker))
  if (only === undefined) linkRoutes(linker)
  const unused = documents.filter(({ sound, kind, id }) => sound && ALONE.has(kind) && !linker.used.has(`${kind} ${id}`))
  run(linker, unused, LINKED_ALONE, [linkAlone])
  reportRefreshed(linker)
  return linker
}

/** Links some documents, to hear what is in scope at their places. @param own  what no other document shows is linked alone */
export function linkWatched(input: LinkerInput & { watch: Watch }, documents: readonly LinkedDocument[], own: LinkedDocument): void {
  const linker = new Linker(input)
  for (const document of documents) linkKind(linker, document)
  if (own.sound && ALONE.has(own.kind) && !linker.used.has(`${own.kind} ${own.id}`)) linkAlone(linker, own)
}

type Link = (linker: Linker, document: LinkedDocument) => void

/** @param links  each is done with all documents before the next  @param between  what follows the first */
function linkAnew(
  linker: Linker,
  documents: readonly LinkedDocument[],
  _: LinkedBefore,
  links: readonly Link[],
  between?: () => void,
): void {
  links.forEach((link, at) => {
    for (const document of documents) link(linker, document)
    if (at === 0) between?.()
  })
}

function linkChanged(linker: Linker, all: readonly LinkedDocument[], before: LinkedBefore, links: readonly Link[], between?: () => void) {
  const changed = all.filter((document) => !before.repeat(linker, document)).map((document) => new Linking(document))
  links.forEach((link, at) => {
    for (const each of changed) each.run(linker, link)
    if (at === 0) between?.()
  })
  for (const each of changed) before.keep(each)
}

const LINKED = new LinkedBefore()
const LINKED_ALONE = new LinkedBefore()

/** Kinds whose parts show values. */
const SHOWING: ReadonlySet<Kind> = new Set(['page', 'fragment', 'table', 'app'])

function linkKind(linker: Linker, document: LinkedDocument): void {
  if (!document.sound) return
  const link = kinds[document.kind] as LinkKind<Kind> | undefined
  link?.(linker, document, document.content as unknown as DocumentOf[Kind])
  if (SHOWING.has(document.kind)) linkFormats(linker, document, document.content)
}

const ALONE: ReadonlySet<Kind> = new Set(['action', 'table', 'fragment'])

/** Actions, tables and fragments that no page shows yet: their scope is unknown, so any name may be read. */
function linkAlone(linker: Linker, document: LinkedDocument): void {
  const place = { document, path: '', scope: openScope(linker, document) }
  if (document.kind === 'action') linkAction(linker, place, document.content as unknown as DocumentOf['action'])
  if (document.kind === 'table') linkTable(linker, place, document.content as unknown as DocumentOf['table'])
  if (document.kind === 'fragment') linkFragmentAlone(linker, place, document.content as unknown as DocumentOf['fragment'])
}

/** Every name that the expressions of the document read, with any type. */
function openScope(linker: Linker, document: LinkedDocument): ScopeTypes {
  const sources = document.marks.filter(({ mark }) => mark === 'cel').map(({ value }) => String((value as { cel?: unknown }).cel))
  const names = sources.flatMap((source) => linker.references(source).map(([name]) => name as string))
  return Object.fromEntries(names.map((name) => [name, 'dyn']))
}
