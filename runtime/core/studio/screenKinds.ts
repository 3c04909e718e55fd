import type { Kind } from '../documents.ts'

/** Kinds of documents whose conditions a screen evaluates. */
export const SCREEN_KINDS: ReadonlySet<string> = new Set<Kind>(['page', 'fragment', 'table', 'action', 'menu', 'app'])
