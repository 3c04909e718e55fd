/** The drawings of docs/architecture.md. */
import { describe, expect, it } from 'vitest'
import { readSources } from '../../../scripts/check/readSources.ts'
import { stepFailures } from '../../../scripts/generate/drawings/checkSteps.ts'
import type { Drawing } from '../../../scripts/generate/drawings/drawings.ts'
import { drawSteps } from '../../../scripts/generate/drawings/drawSteps.ts'
import { drawingFailures } from '../../../scripts/generate/drawings/generateDrawings.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const sources = readSources(PROJECT_DIRECTORY)
const CALLS = 'runtime/server/calls/createCalls.ts'
const drawing = (...steps: Drawing['steps']): Drawing => ({ name: 'way', title: 'A way <here>', steps })

describe('[DRAW-1] a drawing shows', () => {
  it('steps that the code takes', () => {
    expect(drawingFailures(sources)).toEqual([])
  })

  it('nothing else: a function that is gone and a step that nobody calls are refused with their place', () => {
    const gone = drawing({ lane: 'server', at: `${CALLS}#answerNothing`, does: 'was here' })
    expect(stepFailures(gone, sources)).toEqual([expect.stringContaining(`step 1 (${CALLS}#answerNothing)`)])
    const uncalled = drawing(
      { lane: 'server', at: `${CALLS}#findCall`, does: 'finds' },
      { lane: 'server', at: `${CALLS}#answerCall`, does: 'is not called by it' },
    )
    expect(stepFailures(uncalled, sources)).toEqual([expect.stringContaining('findCall does not say "answerCall"')])
  })

  it('each step in its lane, with its words escaped', () => {
    const svg = drawSteps(drawing({ lane: 'browser', at: 'a.ts#begin', does: 'a & b' }, { lane: 'database', at: 'b.ts#end', does: 'c' }))
    expect(svg).toContain('A way &lt;here>')
    expect(svg).toContain('a &amp; b')
    expect(svg.match(/marker-end/g)).toHaveLength(1)
  })
})
