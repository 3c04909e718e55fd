/** Parts whose code is loaded when they are first shown: nodes, widgets of plugins. The first screen of a visit is drawn with those that are words, on the
 *  server and again in the browser, which brings their code before it takes over. */
import type { ComponentType, ReactNode } from 'react'
import { lazy, useState } from 'react'
import { isFirstScreen } from '../runtime/client/firstScreen.ts'
import { loadChunk } from '../runtime/client/loadChunk.ts'
import { nameOfPath } from '../runtime/core/namePath.ts'
import { LoadedLater } from './LoadedLater.tsx'
import { Skeleton } from './widgets/light/Skeleton.tsx'

// biome-ignore lint/suspicious/noExplicitAny: each part narrows its properties itself; the registry holds them all
type Part = ComponentType<any>
interface Module {
  default: Part
  /** It may be drawn on the server: it needs nothing of a browser, and draws the same there and here. */
  drawnFirst?: boolean
}
type Loader = () => Promise<Module>

interface Shelf {
  loaders: Readonly<Record<string, Loader>>
  lazily: Readonly<Record<string, Part>>
}

const shelves = new Map<string, Shelf>()
/** Whose code is here before the first drawing: nothing waits for it. */
const atHand = new Map<string, Part>()
const neverFirst = new Set<string>()
const ofFirst = new Set<string>()

/** @param files loaders by file. @param naming its first group is the path that the name is made of */
export function shelve(kind: string, files: Readonly<Record<string, Loader>>, naming: RegExp): void {
  const loaders = Object.fromEntries(Object.entries(files).map(([file, load]) => [nameOfPath(naming.exec(file)![1]!), load]))
  const lazily = Object.fromEntries(Object.entries(loaders).map(([name, load]) => [name, lazy(() => loadChunk(load))]))
  shelves.set(kind, { loaders, lazily })
}

/** Whether a part of that name exists. */
export function isShelved(kind: string, name: string): boolean {
  return Object.hasOwn(shelves.get(kind)?.loaders ?? {}, name)
}

/** Brings code for the first screen. What brings others comes before them. @param parts kind and name with a space between them */
export async function bringParts(parts: readonly string[]): Promise<void> {
  for (const kind of new Set(parts.map((part) => part.split(' ')[0]!)))
    await Promise.all(parts.filter((part) => part.startsWith(`${kind} `)).map(bringPart))
}

async function bringPart(part: string): Promise<void> {
  const [kind, name] = part.split(' ') as [string, string]
  const load = shelves.get(kind)?.loaders[name]
  // what cannot be loaded here waits for its place to be shown in a browser
  const module = load && (await loadChunk(load).catch(() => undefined))
  if (module?.drawnFirst) atHand.set(part, module.default)
  else neverFirst.add(part)
}

/** Parts that the first screens hold which were drawn since this was asked last; `missing`: those that `bringParts` was not asked for yet. */
export function takeFirstParts(): { all: string[]; missing: string[] } {
  const all = [...ofFirst]
  ofFirst.clear()
  return { all: all.filter((part) => !neverFirst.has(part)), missing: all.filter((part) => !atHand.has(part) && !neverFirst.has(part)) }
}

/** A shelved part with its properties. */
export function OnDemand({ kind, name, properties }: { kind: string; name: string; properties: object }): ReactNode {
  const part = `${kind} ${name}`
  // the same component for as long as it is shown
  const [Ready] = useState<Part | null>(() => atHand.get(part) ?? null)
  if (isFirstScreen()) ofFirst.add(part)
  if (Ready) return <Ready {...properties} />
  const Lazy = shelves.get(kind)!.lazily[name]!
  return (
    <LoadedLater fallback={<Skeleton lines={4} />}>
      <Lazy {...properties} />
    </LoadedLater>
  )
}
