/** Makes the code that Ajv writes stop keeping mistakes once there are `MAX_RAW_ERRORS`. With `allErrors` it keeps one for each wrong member of what it was
 *  given, and copies the whole list each time a `$ref` fails; who sends a hundred thousand wrong members would hold the process up. What is refused and what is
 *  not stays the same: mistakes are still counted. */

/** Ten times what is reported (`MAX_ERRORS`): the mistakes of alternatives are summed up to one afterwards. */
const MAX_RAW_ERRORS = 1000

/** What bounded code calls; stands before it. */
export const ERROR_LIST = [
  `const withError = (list, error) => (list === null ? [error] : (list.length < ${MAX_RAW_ERRORS} && list.push(error), list))`,
  `const withErrors = (list, more) => (list === null ? more.slice() : (list.push(...more.slice(0, ${MAX_RAW_ERRORS} - list.length)), list))`,
].join(';')

/** A string, which may hold such a text and stays as it is; or one of the three ways in which Ajv changes its list. */
const CHANGES =
  /"(?:[^"\\]|\\.)*"|const (err\d+) = ((?:[^"]|"(?:[^"\\]|\\.)*")*?);if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;|vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\3\.errors\);errors = vErrors\.length;|if\((_errs\d+)\)\{vErrors\.length = \4;\}/g

/** @param code  of a validator, in which `ERROR_LIST` is known; also shorter than before: near half of a form's validator is this */
export function boundErrors(code: string): string {
  return code.replace(CHANGES, (found, name, error, referenced, count) => {
    if (name) return `vErrors = withError(vErrors, ${error});errors++;`
    if (referenced) return `vErrors = withErrors(vErrors, ${referenced}.errors);errors += ${referenced}.errors.length;`
    // mistakes are counted beyond those that are kept
    return count ? `if(${count}){if(vErrors.length > ${count})vErrors.length = ${count};}` : found
  })
}
