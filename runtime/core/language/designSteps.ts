/** What the steps of designing a form ask and answer, the same for every thing whose form is designed. */
import type { Json } from './shortForm.ts'

const FAILURES = { path: 'string', expected: 'string', found: 'string', suggestion: 'string', code: 'string', file: 'string' }

/** Step -> what a call of a resource that takes it says unless it says something else. What answers versions in full is left to the call. */
export const DESIGN_STEPS: Readonly<Record<string, Json>> = {
  draft: {
    input: { id: 'id' },
    output: { formId: 'string|null', content: 'map', state: 'string', publishedAt: 'string|null', revision: 'string|null' },
    log: false,
  },
  save: {
    input: { id: 'id', content: 'map', 'revision?': 'string ..128|null' },
    output: { formId: 'string', revision: 'string', 'failures[]': FAILURES },
    errors: ['DOCUMENT_REVISION', 'DOCUMENT_INVALID'],
    log: true,
  },
  publish: {
    input: { id: 'id', 'note?': 'string ..200' },
    output: { formId: 'string', hash: 'string' },
    errors: ['DOCUMENT_INVALID'],
    log: true,
  },
  versions: { input: { id: 'id' }, log: false },
  version: { input: { id: 'id', revision: 'integer 1..' }, output: { revision: 'integer', content: 'map' }, log: false },
  impact: {
    input: { id: 'id', content: 'map' },
    errors: ['DOCUMENT_INVALID'],
    log: false,
    rateLimit: { max: 20, seconds: 60, by: ['user'] },
    onlyReads: true,
  },
  restore: {
    input: { id: 'id', revision: 'integer 1..', 'note?': 'string ..500' },
    output: { formId: 'string', hash: 'string', revision: 'integer' },
    errors: ['DOCUMENT_INVALID'],
    log: true,
  },
}
