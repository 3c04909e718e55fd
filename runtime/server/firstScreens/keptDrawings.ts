/** Drawings of before: while the answers to what a screen asks stay the same, so does the drawing. */
import type { Platform } from '../../core/platform.ts'
import type { FirstAnswer } from '../../core/wire.ts'
import type { DrawnScreen, DrawRequest } from './createFirstScreens.ts'
import type { Drawing } from './draw.worker.ts'

export type Question = Drawing['missing'][number]
type Answers = ReadonlyMap<string, FirstAnswer | null>

export interface KeptDrawing {
  /** What it was drawn from. */
  questions: readonly Question[]
  answers: Answers
  screen: DrawnScreen
}

export interface KeptDrawings {
  find(platform: Platform, request: DrawRequest): KeptDrawing | undefined
  /** The drawing, when it would be the same from these answers at this moment; else null. */
  same(before: KeptDrawing, answers: Answers, at: number): DrawnScreen | null
  keep(platform: Platform, request: DrawRequest, drawing: KeptDrawing): void
}

const MAX = 200
/** What a screen says of the time is right to half a minute, as in the browser. */
const STEP_MS = 30_000

export function createKeptDrawings(): KeptDrawings {
  let of: Platform | null = null
  const drawings = new Map<string, KeptDrawing>()

  function shelf(platform: Platform): Map<string, KeptDrawing> {
    if (of !== platform) drawings.clear()
    of = platform
    return drawings
  }

  return {
    find: (platform, request) => shelf(platform).get(nameOf(request)),
    same({ answers: before, screen }, answers, at) {
      if (Math.floor(screen.facts.at / STEP_MS) !== Math.floor(at / STEP_MS)) return null
      return textOf(before) === textOf(answers) ? screen : null
    },
    keep(platform, request, drawing) {
      const kept = shelf(platform)
      const name = nameOf(request)
      kept.delete(name)
      if (kept.size >= MAX) kept.delete(kept.keys().next().value!)
      kept.set(name, drawing)
    },
  }
}

function nameOf({ address, lang, phone, host }: DrawRequest): string {
  return `${lang} ${phone} ${host} ${address}`
}

function textOf(answers: Answers): string {
  return JSON.stringify([...answers].sort(([one], [other]) => (one < other ? -1 : 1)))
}
