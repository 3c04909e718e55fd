/** A form document -> what is on each step: sections in the document's order, fields in theirs. */
import type { Text } from '../../runtime/core/documents.ts'
import type { CompiledForm, FieldTemplate } from '../../runtime/core/form/compileForm.ts'

export interface SectionLayout {
  id: string
  title: Text | null
  description: Text | null
  paths: readonly string[]
}
export interface StepLayout {
  id: string
  title: Text | null
  description: Text | null
  sections: readonly SectionLayout[]
}

/** @returns at least one step; a field of no step is on the first, one of no section before the sections of its step */
export function layoutForm({ form, root }: CompiledForm): StepLayout[] {
  const steps = form.steps?.length ? form.steps : [{ id: '', title: null, description: undefined }]
  const stepOf = (field: FieldTemplate) => {
    const section = form.sections?.find((each) => each.id === field.schema['x-section'])
    const named = field.schema['x-step'] ?? section?.step
    return steps.some((step) => step.id === named) ? named : steps[0]!.id
  }
  return steps.map((step) => ({
    id: step.id,
    title: step.title,
    description: step.description ?? null,
    sections: sectionsOf(
      root.children.filter((field) => stepOf(field) === step.id),
      form.sections ?? [],
    ),
  }))
}

function sectionsOf(fields: readonly FieldTemplate[], declared: NonNullable<CompiledForm['form']['sections']>): SectionLayout[] {
  const pathsIn = (id: string | null) =>
    fields.filter((field) => (declared.find((each) => each.id === field.schema['x-section'])?.id ?? null) === id).map((field) => field.path)
  const sections = declared.map((section) => ({
    id: section.id,
    title: section.title,
    description: section.description ?? null,
    paths: pathsIn(section.id),
  }))
  return [{ id: '', title: null, description: null, paths: pathsIn(null) }, ...sections].filter((section) => section.paths.length > 0)
}
