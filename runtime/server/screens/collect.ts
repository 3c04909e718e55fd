/** Everything that a part of a screen names - tables, actions, forms, enums, menus, calls - found by following names from document to document. Each is
 *  pruned before it is followed, so that documents used by hidden parts alone are not collected. */

import { isRead } from '../../core/callAddress.ts'
import { offersOptions } from '../../core/documents/isOffered.ts'
import type { CallDocument, DocumentBase } from '../../core/documents.ts'
import { pruneForm } from '../../core/form/pruneForm.ts'
import { makesFile } from '../../core/makesFile.ts'
import type { Platform } from '../../core/platform.ts'
import { enumsOfText } from '../../core/textFormats.ts'
import type { CallWire, ScreenDocuments } from '../../core/wire.ts'
import { type Codes, prune } from './prune.ts'

const ACTION_KEYS = new Set(['action', 'submit', 'open', 'onOpen', 'run', 'ref', 'save', 'publish', 'restore', 'remove', 'move'])
const ACTION_LISTS = new Set(['actions', 'items', 'toolbar', 'rowActions', 'bulkActions', 'matchingActions'])
const CALL_KEYS = new Set(['call', 'download', 'check', 'revision', 'catalogue', 'readable', 'look', 'rows'])
/** Keys of a node that name enums, beside `enum`. */
const ENUM_KEYS = new Set(['enum', 'roles', 'permissions'])
/** Keys of texts, in which labels of codes may be shown. */
const TEXT_KEYS = new Set(['zh', 'en'])
/** Finds CEL's function `matches`. */
const REGEX = /\bmatches\s*\(/

/** @param roots already pruned */
export function collect(roots: readonly unknown[], platform: Platform, codes: Codes): ScreenDocuments {
  const bundle: ScreenDocuments = { tables: {}, actions: {}, forms: {}, enums: {}, menus: {}, calls: {}, needsRegex: false }
  const { documents } = platform

  function take<K extends 'tables' | 'actions' | 'forms' | 'menus'>(
    shelf: K,
    id: string,
    pruned: () => ScreenDocuments[K][string] | null,
  ): void {
    if (Object.hasOwn(bundle[shelf], id)) return
    const document = pruned()
    if (!document) return
    bundle[shelf][id] = withoutComments(document)
    follow(document)
  }
  const byKey = {
    table: (id: string) => documents.table.has(id) && take('tables', id, () => prune(documents.table.get(id)!, platform, codes)),
    form: (id: string) => documents.form.has(id) && take('forms', id, () => pruneForm(documents.form.get(id)!, codes)),
    menu: (id: string) => documents.menu.has(id) && take('menus', id, () => prune(documents.menu.get(id)!, platform, codes)),
    action: (id: string) => documents.action.has(id) && take('actions', id, () => prune(documents.action.get(id)!, platform, codes)),
    enum: (id: string) => {
      const document = documents.enum.get(id)
      if (document) bundle.enums[id] = withoutComments(document)
    },
    call: (id: string) => {
      const document = documents.call.get(id)
      const wire = document && callWire(document)
      if (wire) bundle.calls[id] = wire
    },
  }

  function follow(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) follow(item)
    else if (typeof value === 'object' && value !== null) for (const [key, member] of Object.entries(value)) followMember(key, member)
  }

  function followMember(key: string, member: unknown): void {
    if (typeof member === 'string') followName(key, member)
    else if (Array.isArray(member) && ACTION_LISTS.has(key))
      for (const item of member) typeof item === 'string' ? byKey.action(item) : follow(item)
    else follow(member)
  }

  function followName(key: string, name: string): void {
    if (key === 'cel') bundle.needsRegex ||= REGEX.test(name)
    else if (CALL_KEYS.has(key)) byKey.call(name)
    else if (ACTION_KEYS.has(key)) byKey.action(name)
    else if (ENUM_KEYS.has(key)) byKey.enum(name)
    else if (TEXT_KEYS.has(key)) for (const id of enumsOfText(name)) byKey.enum(id)
    else if (key === 'table' || key === 'form') byKey[key](name)
    else if (key === 'menu' || key === 'sideMenu' || key === 'bottomMenu' || key === 'accountMenu' || key === 'visitorMenu')
      byKey.menu(name)
  }

  follow(roots)
  return bundle
}

/** The enums and calls that a form needs which is no part of the platform: only calls that offer options, whatever else it names. */
export function collectForForm(
  roots: readonly unknown[],
  platform: Platform,
  codes: Codes,
): Pick<ScreenDocuments, 'calls' | 'enums' | 'needsRegex'> {
  const { calls, enums, needsRegex } = collect(roots, platform, codes)
  const offered = Object.entries(calls).filter(([id]) => offersOptions(platform.documents.call.get(id)))
  return { calls: Object.fromEntries(offered), enums, needsRegex }
}

/** A document without what is written for its authors. */
export function withoutComments<D extends DocumentBase>(document: D): D {
  const { $schema: _, description: __, ...rest } = document
  return rest as D
}

/** What a browser needs to know of a call; null for one that it cannot make. */
export function callWire(call: CallDocument): CallWire | null {
  const { method, path, upload, raw, urlencoded, pipe, failed, forForms, operation } = call
  if (method === undefined || path === undefined) return null
  return {
    method,
    path,
    ...(upload ? { upload } : {}),
    ...(raw ? { raw } : {}),
    ...(urlencoded ? { urlencoded } : {}),
    ...((pipe ?? operation?.kind === 'list') ? { pipe: true } : {}),
    ...(isRead(call) || call.onlyReads ? {} : { writes: true, ...(call.whileReadOnly ? { whileReadOnly: true } : {}) }),
    ...(makesFile(call) ? { makesFile: true } : {}),
    ...(call.matching ? { takesMany: true } : {}),
    ...(failed ? { failed } : {}),
    ...(forForms ? { forForms } : {}),
  }
}
