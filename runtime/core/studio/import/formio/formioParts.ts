/** Components of Form.io that hold others, and where they hold them. */
import { isObject, type Json, list, objectsOf } from '../reading.ts'

/** Components for layout. Their children belong to the component around them. */
export const ARRANGING = new Set(['columns', 'fieldset', 'panel', 'table', 'tabs', 'well'])

interface Inner {
  /** With their places in the list. */
  parts: [number, Json][]
  /** Below the component. */
  path: string
  label?: unknown
}

/** The components inside of one, in whichever way it holds them. */
export function innerOf(component: Json): Inner[] {
  const type = String(component.type)
  const cells = (holders: readonly unknown[], path: string, withLabel: boolean): Inner[] =>
    holders.flatMap((holder, at) =>
      isObject(holder)
        ? [
            {
              parts: objectsOf(holder.components),
              path: `${path}/${at}/components`,
              ...(withLabel ? { label: holder.label } : {}),
            },
          ]
        : Array.isArray(holder)
          ? cells(holder, `${path}/${at}`, false)
          : [],
    )
  if (type === 'columns') return cells(list(component.columns), '/columns', false)
  if (type === 'table') return cells(list(component.rows), '/rows', false)
  if (type === 'tabs') return cells(list(component.components), '/components', true)
  return Array.isArray(component.components) ? [{ parts: objectsOf(component.components), path: '/components' }] : []
}

/** Rules of a component; none when it has none. */
export function validateOf(component: Json): Json {
  return isObject(component.validate) ? component.validate : {}
}
