import type { SourceFile } from '../../check/readSources.ts'
import { stepFailures } from './checkSteps.ts'
import { DRAWINGS } from './drawings.ts'
import { drawSteps } from './drawSteps.ts'

/** File from the project's folder -> SVG. */
export function generateDrawings(): Map<string, string> {
  return new Map(DRAWINGS.map((drawing) => [`docs/images/${drawing.name}.svg`, drawSteps(drawing)]))
}

/** A sentence for each step that the code no longer takes. */
export function drawingFailures(sources: readonly SourceFile[]): string[] {
  return DRAWINGS.flatMap((drawing) => stepFailures(drawing, sources))
}
