/** Addresses of answers. A path is a JSON Pointer into the answers (`/members/0/name`); in a template path the step of a row is a star.
 *  One spelling for the engine, the errors and the links of the summary. */

/** Escapes one step of a JSON Pointer. */
export function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

/** `parent` followed by one more step. */
export function childPath(parent: string, step: string | number): string {
  return `${parent}/${typeof step === 'number' ? step : escapeStep(step)}`
}
