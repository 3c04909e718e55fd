/** The short forms by the name that `x-short` of a meta-schema gives. */
import { accessForm, withinForm } from './accessForms.ts'
import { actionForm } from './actionForm.ts'
import { callForm, logForm } from './callForm.ts'
import { chooseForm } from './chooseForm.ts'
import { columnForm, factForm } from './columnForm.ts'
import { expressionForm } from './expressionForm.ts'
import { filterForm } from './filterForm.ts'
import { answersForm, codesForm, fieldForm } from './impliedForms.ts'
import { literalForm } from './literalForm.ts'
import { memberForm, membersForm, namesForm } from './membersForm.ts'
import { oneForm } from './oneForm.ts'
import { outputForm } from './outputForms.ts'
import { ownForm } from './ownForm.ts'
import { partForm } from './partForm.ts'
import type { ShortForm } from './shortForm.ts'
import { addressForm, textForm } from './textForm.ts'
import { casesForm, conditionsForm, pageForm } from './treeForms.ts'
import { valuesForm } from './valuesForm.ts'

export const shortForms: Readonly<Record<string, ShortForm>> = {
  access: accessForm,
  action: actionForm,
  address: addressForm,
  answers: answersForm,
  call: callForm,
  cases: casesForm,
  choose: chooseForm,
  codes: codesForm,
  column: columnForm,
  conditions: conditionsForm,
  expression: expressionForm,
  fact: factForm,
  field: fieldForm,
  filter: filterForm,
  literal: literalForm,
  log: logForm,
  member: memberForm,
  members: membersForm,
  names: namesForm,
  one: oneForm,
  output: outputForm,
  own: ownForm,
  page: pageForm,
  part: partForm,
  text: textForm,
  values: valuesForm,
  within: withinForm,
}
