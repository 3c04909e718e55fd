import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { type DesignRule, rulesReading } from '../../../runtime/core/studio/allRules.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Empty } from '../../widgets/light/Empty.tsx'
import { AddRule } from '../logic/AddRule.tsx'
import { RuleCard } from '../logic/RuleCard.tsx'
import { type EditedRule, RuleEditor } from '../logic/RuleEditor.tsx'
import { type Logic, useLogic, useSpeech } from '../logic/useLogic.ts'
import { useDesign } from '../useDesign.ts'
import '../logic/logic.css'

/** All rules of the form, by field: shown in words, edited as rows or expressions, tested with sample answers. */
export default function LogicTab(): ReactNode {
  const { session } = useDesign()
  const logic = useLogic()
  const fields = logic.logic.fields
  const selected = fields.find(({ path }) => path === session.selection.at(-1))
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState('')
  const [added, setAdded] = useState<EditedRule | null>(null)
  const only = fields.find(({ path }) => path === filter)
  const listed = logic.rules.filter(({ path }) => path !== added?.path)
  const shown = only ? listed.filter(({ placed }) => placed === only) : listed
  const reading = only ? rulesReading(listed, only.template).filter(({ placed }) => placed !== only) : []
  const keptFocus = useKeptFocus(logic.rules, added)
  const card = (rule: DesignRule, withField = false) => (
    <RuleCard
      key={rule.path}
      rule={rule}
      logic={logic}
      withField={withField}
      isOpen={open === rule.path}
      onOpen={(isOpen) => setOpen(isOpen ? rule.path : '')}
    />
  )
  return (
    <div className="ag-studio-logic" {...keptFocus}>
      <div className="ag-studio-logic__bar">
        <label>
          <span>{translate('studio.logic.filter')}</span>
          <select className="ag-form-input" value={filter} onChange={({ target }) => setFilter(target.value)}>
            <option value="">{translate('studio.logic.all', { count: logic.rules.length })}</option>
            {fields.map((placed) => (
              <option key={placed.path} value={placed.path}>
                {titleOf(placed)}
              </option>
            ))}
          </select>
        </label>
        <AddRule logic={logic} of={only ?? selected} onAdd={setAdded} />
      </div>
      {added && (
        <NewRule added={added} stored={logic.rules.find(({ path }) => path === added.path)} logic={logic} onClose={() => setAdded(null)} />
      )}
      {logic.rules.length === 0 && !added && <Empty title={translate('studio.logic.empty')} text={translate('studio.logic.emptyText')} />}
      {byField(shown).map(([placed, rules]) => (
        <section key={placed.path} className="ag-studio-logic__field" aria-label={titleOf(placed)}>
          <FieldHead placed={placed} logic={logic} onFilter={setFilter} />
          {rules.map((rule) => card(rule))}
        </section>
      ))}
      {only && shown.length === 0 && <p className="ag-studio-hint">{translate('studio.logic.none')}</p>}
      {reading.length > 0 && (
        <section className="ag-studio-logic__field" aria-label={translate('studio.logic.reading')}>
          <h3>{translate('studio.logic.reading')}</h3>
          {reading.map((rule) => card(rule, true))}
        </section>
      )}
    </div>
  )
}

/** A rule that is closed or removed takes the focus out of the list with it. It then goes to the rule's own button, or to the one that adds rules. */
function useKeptFocus(rules: readonly DesignRule[], added: EditedRule | null) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rules are others
  useLayoutEffect(() => {
    if (last.current === undefined || document.activeElement !== document.body) return
    const edit = `[data-rule="${CSS.escape(last.current)}"] .ag-studio-rule__edit`
    const list = ref.current
    ;(list?.querySelector<HTMLElement>(edit) ?? list?.querySelector<HTMLElement>('.ag-studio-logic__add button'))?.focus()
  }, [rules, added])
  const onFocus = ({ target }: FocusEvent) => {
    last.current = target.closest<HTMLElement>('[data-rule]')?.dataset.rule
  }
  return { ref, onFocus }
}

interface NewRuleProps {
  added: EditedRule
  /** Once it says something. */
  stored: DesignRule | undefined
  logic: Logic
  onClose(): void
}

/** Stays in its place while it is built, also when it is stored already: no one loses the row they are in. */
function NewRule({ added, stored, logic, onClose }: NewRuleProps): ReactNode {
  const speech = useSpeech()
  const { placed, kind, path, option } = stored ?? added
  return (
    <article className="ag-studio-rule" aria-label={translate('studio.logic.new')} data-rule={path}>
      <div className="ag-studio-rule__head">
        <strong>
          {titleOf(placed)} · {option && `${resolveText(option.label)} · `}
          {translate(`studio.rule.kind.${kind}`)}
        </strong>
        {stored ? (
          <span className="ag-studio-rule__words">{logic.words(stored, speech)}</span>
        ) : (
          <span className="ag-studio-hint">{translate('studio.logic.unfinished')}</span>
        )}
        <Button size="small" onClick={onClose}>
          {translate(stored ? 'studio.logic.done' : 'studio.versions.cancel')}
        </Button>
      </div>
      <RuleEditor rule={stored ?? added} logic={logic} />
    </article>
  )
}

function byField(rules: readonly DesignRule[]): [PlacedField, DesignRule[]][] {
  return [...Map.groupBy(rules, ({ placed }) => placed)]
}

function titleOf({ field, name }: PlacedField): string {
  return resolveText(field.title) || name
}

function FieldHead({ placed, logic, onFilter }: { placed: PlacedField; logic: Logic; onFilter(path: string): void }): ReactNode {
  const { open } = useDesign()
  const used = rulesReading(logic.rules, placed.template).filter((rule) => rule.placed !== placed)
  return (
    <div className="ag-studio-logic__head">
      <h3>
        <button type="button" className="ag-form-link-button" onClick={() => open('design', [placed.path])}>
          {titleOf(placed)}
        </button>
      </h3>
      <span className="ag-studio-hint">{placed.name}</span>
      {used.length > 0 && (
        <button type="button" className="ag-form-link-button" onClick={() => onFilter(placed.path)}>
          {translate('studio.logic.used', { count: used.length })}
        </button>
      )}
    </div>
  )
}
