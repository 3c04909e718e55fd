/** Takes out of documents what a person may not see, before anything is sent: nodes, tabs, actions, columns, fields, menu entries that name a
 *  permission the person does not hold. Works on any part of a document: wherever `permission` stands, it decides about the object around it. */
import type { ActionRef, Node } from '../../core/documents.ts'
import { holdsPermission } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'

export type Codes = ReadonlySet<string>

/** Lists whose strings are ids of actions. */
const ACTION_LISTS = new Set(['actions', 'toolbar', 'rowActions', 'bulkActions', 'matchingActions'])
/** Keys that hold one action. */
const ACTION_KEYS = new Set(['action', 'submit', 'open', 'run', 'save', 'publish', 'restore', 'remove'])

const GONE = Symbol('gone')

/** A copy without what is not permitted, or null when the whole is not. */
export function prune<T>(value: T, platform: Platform, codes: Codes): T | null {
  const pruned = walk(value, { platform, codes })
  return pruned === GONE ? null : (pruned as T)
}

interface Reader {
  platform: Platform
  codes: Codes
}

function walk(value: unknown, reader: Reader): unknown {
  if (Array.isArray(value)) return walkList(value, reader)
  if (typeof value !== 'object' || value === null) return value
  if (isForbidden(value, reader)) return GONE
  return walkObject(value as Record<string, unknown>, reader)
}

function walkList(list: readonly unknown[], reader: Reader): unknown[] {
  return list.flatMap((item) => {
    const pruned = walk(item, reader)
    if (pruned !== GONE) return [pruned]
    const fallback = (item as Partial<Node>).fallback
    return fallback ? walkList(fallback, reader) : []
  })
}

function walkObject(object: Record<string, unknown>, reader: Reader): unknown {
  const kept: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(object)) {
    // shown instead of what is permitted here
    if (key === 'fallback') continue
    const pruned = isActionPlace(object, key) ? walkActions(member, reader) : walk(member, reader)
    if (pruned !== GONE) kept[key] = pruned
    else if (isEmptied(object, key)) return GONE
  }
  return isHollow(object, kept) ? GONE : kept
}

function isForbidden(value: object, { codes }: Reader): boolean {
  const { permission, 'x-readers': readers } = value as { permission?: unknown; 'x-readers'?: unknown }
  return denies(permission, codes) || denies(readers, codes)
}

function denies(permission: unknown, codes: Codes): boolean {
  if (typeof permission === 'string') return !codes.has(permission)
  if (typeof permission !== 'object' || permission === null || !('any' in permission || 'all' in permission)) return false
  return !holdsPermission(codes, permission as { any: string[] } | { all: string[] })
}

/** `items` of the node `actions` are actions; of `tabs`, `steps`, `menu` they are not. */
function isActionPlace(object: Record<string, unknown>, key: string): boolean {
  if (ACTION_LISTS.has(key)) return true
  if (key === 'items') return object.node === 'actions'
  return ACTION_KEYS.has(key)
}

function walkActions(member: unknown, reader: Reader): unknown {
  if (!Array.isArray(member)) return isActionForbidden(member as ActionRef, reader) ? GONE : walk(member, reader)
  return walkList(
    member.filter((action) => !isActionForbidden(action as ActionRef, reader)),
    reader,
  )
}

function isActionForbidden(action: ActionRef, { platform, codes }: Reader): boolean {
  const id = typeof action === 'string' ? action : typeof action === 'object' && action !== null && 'ref' in action ? action.ref : null
  const document = id === null ? undefined : platform.documents.action.get(id)
  return document?.permission !== undefined && denies(document.permission, codes)
}

/** Objects that are nothing without the part that went: a button without its action, a form without its submit. */
function isEmptied(object: Record<string, unknown>, key: string): boolean {
  return (object.node === 'action' && key === 'action') || (object.node === 'form' && key === 'submit') || key === 'run'
}

/** Entries that only held others: nothing is left to open. */
function isHollow(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  const isEntry = 'label' in before && Array.isArray(before.children) && !('to' in before) && !('action' in before)
  const isBar = before.node === 'actions'
  if (isEntry) return (after.children as unknown[]).length === 0 && (before.children as unknown[]).length > 0
  return isBar && (after.items as unknown[]).length === 0
}
