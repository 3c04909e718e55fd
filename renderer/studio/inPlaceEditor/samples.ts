/** A sample of each type of node, as the gallery shows them. */
import written from '../../../docs/examples/gallery/nodes.json' with { type: 'json' }
import { metaSchemas } from '../../../runtime/core/documents/metaSchemas.ts'
import { longForm } from '../../../runtime/core/language/longForm.ts'
import type { Json } from '../../../runtime/core/language/shortForm.ts'

export interface NodeSample {
  name: string
  /** English of the meta-schema. */
  description: string
  /** As the gallery prints it. */
  written: unknown
  nodes: Json[]
  parts: Json
  state: Json
}

interface Entry {
  example: unknown
  parts?: Json
  state?: Json
  /** Where it is seen, for what cannot stand alone. */
  seen?: unknown
}

let known: NodeSample[] | undefined

/** Of all types that can stand alone on a page. */
export function nodeSamples(): readonly NodeSample[] {
  known ??= Object.entries(written as unknown as Record<string, Entry>)
    .filter(([, { seen }]) => seen === undefined)
    .map(([name, entry]) => sampleOf(name, entry))
  return known
}

function sampleOf(name: string, { example, parts, state }: Entry): NodeSample {
  const page = {
    title: '',
    description: '',
    routes: ['/'],
    access: 'public',
    body: example,
    ...(parts && { parts }),
    ...(state && { state }),
  }
  const { content } = longForm('page', 'studio.sample', page as Json)
  const { definitions } = metaSchemas['nodes.schema.json'] as { definitions: Record<string, { description?: string }> }
  return {
    name,
    description: definitions[name]?.description ?? '',
    written: example,
    nodes: content.body as Json[],
    parts: (content.parts ?? {}) as Json,
    state: (content.state ?? {}) as Json,
  }
}
