/** The rules of the form for the tabs: readable fields, rules, and findings. */
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { language, translate } from '../../../runtime/client/texts.ts'
import { formFields, type PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { type FormLogic, formLogic } from '../../../runtime/core/documents/formLogic.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { allRules, type DesignRule, placedSteps, type RuleKind } from '../../../runtime/core/studio/allRules.ts'
import { describeEffect, type RuleWords } from '../../../runtime/core/studio/describeRule.ts'
import { type DesignFinding, designFindings } from '../../../runtime/core/studio/designFindings.ts'
import { type FindEnum, type Operand, operandsBeside, ownOperand, ruleOperands } from '../../../runtime/core/studio/ruleOperands.ts'
import { useAt, useDesign } from '../useDesign.ts'

export interface Logic {
  form: FormDocument
  logic: FormLogic
  rules: readonly DesignRule[]
  /** What a rule at a field may ask. */
  operandsAt(placed: PlacedField, kind?: RuleKind): readonly Operand[]
  /** The field itself, for the words of its values. */
  ownAt(placed: PlacedField): Operand
  /** Steps in the place of fields. */
  steps: readonly PlacedField[]
  /** A rule in one sentence. */
  words(rule: Pick<DesignRule, 'kind' | 'cel' | 'effect' | 'placed'>, speech: RuleWords): string
}

/** Anew with each content. */
export function useLogic(): Logic {
  const { vocabulary } = useDesign()
  const form = useAt<FormDocument>('')!
  return useMemo(() => {
    const findEnum: FindEnum = (id) => vocabulary.enums[id]
    const logic = formLogic(form, formFields(form), (id) => findEnum(id)?.values.map(({ code }) => code))
    const known = new Map<PlacedField, readonly Operand[]>()
    const operandsAt: Logic['operandsAt'] = (placed, kind) => {
      const operands = known.get(placed) ?? ruleOperands(form, logic, placed, findEnum)
      known.set(placed, operands)
      const beside = operandsBeside(kind, placed, findEnum)
      return beside.length > 0 ? [...beside, ...operands] : operands
    }
    const ownAt: Logic['ownAt'] = (placed) => ownOperand(placed, findEnum)
    return {
      form,
      logic,
      steps: placedSteps(form.steps),
      rules: allRules(logic, form.steps),
      operandsAt,
      ownAt,
      words: (rule, speech) =>
        describeEffect(rule, { operands: operandsAt(rule.placed, rule.kind), own: ownAt(rule.placed), steps: form.steps ?? [] }, speech),
    }
  }, [form, vocabulary])
}

/** Words in the language that is shown. */
export function useSpeech(): RuleWords {
  const { lang, revision } = useSnapshot(language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts that arrive later are new words
  return useMemo(() => ({ lang, words: translate }), [lang, revision])
}

/** Doubtful parts; found after the checks of a change have run, so that typing never waits for them. */
export function useWarnings(): readonly DesignFinding[] {
  const { session, vocabulary } = useDesign()
  const last = useRef<{ content: unknown; failures: unknown; found: readonly DesignFinding[] } | null>(null)
  const subscribe = useCallback((listener: () => void) => session.listen('failures', listener), [session])
  return useSyncExternalStore(subscribe, () => {
    const { failures } = session
    if (last.current && last.current.failures === failures) return last.current.found
    const content = session.content
    const codes = (id: string) => vocabulary.enums[id]?.values.map(({ code }) => code)
    const found = designFindings(content, codes, failures).filter(({ severity }) => severity === 'warning')
    last.current = { content, failures, found }
    return found
  })
}
