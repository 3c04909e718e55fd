/** Where a part of a schema stands, with the uiSchema beside it; references are put in their place. */
import type { Losses } from '../ImportReport.ts'
import { layered } from '../Ledger.ts'
import { isObject, type Json } from '../reading.ts'

export interface RjsfPlace {
  path: string
  ui: Json
  /** Names of references that are open: one that contains itself cannot be put in its place. */
  open: readonly string[]
}

export class RjsfReferences {
  private readonly root: Json
  private readonly losses: Losses
  constructor(root: Json, losses: Losses) {
    this.root = root
    this.losses = losses
  }

  /** A reference is put in its place; null values beside another type only say that the field may be empty. */
  resolve(schema: Json, place: RjsfPlace): { schema: Json; place: RjsfPlace } {
    const layers: Json[] = [{ $ref: undefined }, schema]
    const open = [...place.open]
    for (let $ref = schema.$ref; typeof $ref === 'string'; ) {
      const target = $ref.startsWith('#') ? valueAt(this.root, $ref.slice(1)) : undefined
      if (!isObject(target) || open.includes($ref)) {
        this.losses.lost(place.path, 'reference', $ref)
        return { schema: layered({ $ref: undefined, type: 'null' }, schema), place }
      }
      open.push($ref)
      layers.push(target)
      $ref = target.$ref
    }
    return layers.length === 2 ? { schema, place } : { schema: layered(...layers), place: { ...place, open } }
  }
}

/** A setting of the uiSchema, in both ways of writing it. */
export function uiOf(ui: Json, key: string): unknown {
  const options = ui['ui:options']
  return ui[`ui:${key}`] ?? (isObject(options) ? options[key] : undefined)
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), document)
}
