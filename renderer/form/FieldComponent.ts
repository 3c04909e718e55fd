import type { ComponentType } from 'react'

/** Draws the field at a concrete path. Given to what draws fields inside of fields: they do not import it, because it imports them. */
export type FieldComponent = ComponentType<{ path: string }>
