/** The tabs of the designer in their order. Each is `tabs/<id>.tab.tsx`, with its title under `studio.tab.<id>`; one whose file is missing is left out. */
import { type ComponentType, lazy } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'

const ORDER = ['design', 'logic', 'translation', 'preview', 'json', 'versions']

const files = import.meta.glob<{ default: ComponentType }>('./tabs/*.tab.tsx')

export const tabs: readonly { id: string; Component: ComponentType }[] = ORDER.flatMap((id) => {
  const load = files[`./tabs/${id}.tab.tsx`]
  return load ? [{ id, Component: lazy(() => loadChunk(load)) }] : []
})
