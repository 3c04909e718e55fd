/** Mistakes of a competition's form for its purpose, which the column says, beyond those that keep any form from being published. */
import type { FormDocument } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { memberNameFailures, type NamingFields, signupNameFailures } from './fixedNames.ts'
import { workFormFailures } from './workFormFailures.ts'

const FAILURES: Readonly<Record<string, (form: FormDocument, competition: NamingFields) => DocumentFailure[]>> = {
  formId: signupNameFailures,
  memberFormId: memberNameFailures,
  workFormId: workFormFailures,
}

/** @param column  of the competition, that names the form */
export function competitionFormFailures(column: string, form: FormDocument, competition: NamingFields): DocumentFailure[] {
  return FAILURES[column]!(form, competition)
}
