import { type ComponentType, createContext, type ReactNode } from 'react'
import type { Node } from '../runtime/core/documents.ts'

/** Marks the elements of each node; only a page that the studio edits has one. */
export const MarkContext = createContext<ComponentType<{ node: Node; children: ReactNode }> | null>(null)
