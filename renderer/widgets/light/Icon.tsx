/** Line icons on a 24-unit grid, drawn with the colour of the text around them. Decorative: the words beside them carry the meaning. */
import type { ReactNode } from 'react'
import icons from './icons.json' with { type: 'json' }
import { joinClasses } from './joinClasses.ts'

/** Name -> path. Documents may name any of them, which the check of documents holds. */
const PATHS: Readonly<Record<string, string>> = icons

/** @param name one of the icon names; an unknown name draws nothing */
export function Icon({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' | 'large' }): ReactNode {
  const path = PATHS[name]
  if (!path) return null
  return (
    <svg className={joinClasses('ag-icon', `ag-icon--${size}`)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
