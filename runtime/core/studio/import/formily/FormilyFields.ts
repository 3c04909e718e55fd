/** A component of Formily -> the field of one answer, with its options and its first value. */
import { pointer } from '../../../documents/failure.ts'
import type { FormField } from '../../../documents.ts'
import type { RuleLiteral } from '../../visualRule.ts'
import { type FieldOption, ratingOf } from '../Holder.ts'
import type { Losses } from '../ImportReport.ts'
import { wholeOf } from '../Ledger.ts'
import { both, isLiteral, isObject, type Json, list } from '../reading.ts'
import { formilyText } from './formilyText.ts'
import { isExpression } from './readExpression.ts'

export class FormilyFields {
  private readonly losses: Losses
  constructor(losses: Losses) {
    this.losses = losses
  }

  plain(type: string, component: string, props: Json, path: string): FormField | null {
    const base = component.split('.')[0]!
    if (/RangePicker/.test(component)) {
      if (/^TimePicker/.test(component)) this.losses.near(path, 'control', component)
      return { type: 'array', 'x-widget': 'dateRange', items: { type: 'string', format: 'date' } }
    }
    if (base === 'DatePicker') {
      if (props.picker !== undefined && props.picker !== 'date') this.losses.near(path, 'control', `DatePicker ${String(props.picker)}`)
      return props.showTime === undefined || props.showTime === false
        ? { type: 'string', format: 'date', 'x-widget': 'date' }
        : { type: 'string', format: 'date-time', 'x-widget': 'datetime' }
    }
    if (base === 'TimePicker') return { type: 'string', 'x-widget': 'time' }
    if (component === 'Input.TextArea') {
      const rows = typeof props.rows === 'number' && props.rows >= 2 && props.rows <= 20 ? { 'x-props': { rows: props.rows } } : {}
      return { type: 'string', 'x-widget': 'textarea', ...rows }
    }
    if (base === 'NumberPicker' || base === 'InputNumber') return { type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'number' }
    if (base === 'Rate') {
      const max = typeof props.count === 'number' ? props.count : 5
      const rating = ratingOf(1, max)
      if (rating) return rating
      this.losses.near(path, 'control', component)
      return { type: 'number', 'x-widget': 'number', minimum: 0, maximum: max }
    }
    if (base === 'Slider') {
      const [minimum, maximum] = [props.min, props.max].map((each, at) => (typeof each === 'number' ? each : at * 100))
      return { type: type === 'integer' ? 'integer' : 'number', 'x-widget': 'slider', minimum, maximum }
    }
    if (base === 'Switch' || type === 'boolean') {
      if (!/^(Switch|Checkbox|)$/.test(component)) this.losses.near(path, 'control', component)
      return { type: 'boolean', 'x-widget': 'switch' }
    }
    if (/^(Password|Select|Radio|Checkbox|Cascader|TreeSelect|Transfer|AutoComplete)/.test(component))
      this.losses.near(path, 'control', component)
    else if (component !== '' && !/^(Input|PreviewText)/.test(component)) this.losses.near(path, 'control', component)
    if (type === 'number' || type === 'integer') return { type, 'x-widget': 'number' }
    if (type === 'array')
      return /Group$|Transfer/.test(component)
        ? { type: 'array', 'x-widget': 'checkbox', items: { type: 'string' }, 'x-options': [] }
        : null
    if (type === 'object') return null
    return { type: 'string' }
  }

  upload(type: string, props: Json, checks: FormField, path: string): FormField {
    const accept = String(props.accept ?? '')
      .split(',')
      .map((each) => each.trim().replace(/^\./, ''))
      .filter((each) => each !== '')
    for (const key of ['action', 'headers', 'listType', 'multiple', 'textContent'])
      if (props[key] !== undefined) this.losses.aside(pointer(pointer(path, 'x-component-props'), key), 'file', props[key])
    const max = typeof props.maxCount === 'number' ? { maxItems: props.maxCount } : pick(checks, ['maxItems'])
    const types = accept.length > 0 ? { fileTypes: accept } : {}
    return type === 'object'
      ? { type, 'x-widget': 'upload', ...types }
      : { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, ...types, ...max }
  }

  options(node: Json, props: Json, path: string): FieldOption[] | null {
    for (const key of ['enum', 'dataSource'])
      if (typeof node[key] === 'string') this.losses.lost(pointer(path, key), isExpression(node[key]) ? 'script' : 'options', node[key])
    const source = Array.isArray(node.enum) ? 'enum' : Array.isArray(node.dataSource) ? 'dataSource' : null
    const inProps = source ? null : ['options', 'dataSource', 'treeData'].find((key) => Array.isArray(props[key]))
    const given = source ? list(node[source]) : inProps ? list(props[inProps]) : null
    const at = source ? pointer(path, source) : pointer(pointer(path, 'x-component-props'), inProps ?? '')
    if (!given || given.length === 0 || node.type === 'boolean') return null
    const seen = new Set<RuleLiteral>()
    const flat = (values: readonly unknown[], below: string, label: string): FieldOption[] =>
      values.flatMap((option, index) => {
        const here = pointer(below, index)
        const isParent = isObject(option) && Array.isArray(option.children)
        const value = isObject(option) ? (isParent ? option.label : (option.value ?? option.key ?? option.label)) : option
        const text = isObject(option) ? formilyText(option.label ?? option.title, here, this.losses) : null
        const words = text ?? both(String(value))
        if (isObject(option) && Array.isArray(option.children)) {
          this.losses.near(here, 'options', words.zh)
          return flat(option.children, pointer(here, 'children'), `${label}${words.zh} / `)
        }
        if (!isLiteral(value) || seen.has(value)) {
          this.losses.lost(here, 'options', option)
          return []
        }
        seen.add(value)
        return [{ value, label: { zh: `${label}${words.zh}`, en: `${label}${words.en}` } }]
      })
    const options = flat(given, at, '')
    return options.length > 0 ? options : null
  }

  preset(node: Json, path: string): FormField {
    const props = isObject(node['x-component-props']) ? node['x-component-props'] : {}
    const preset = node.default ?? node['x-value'] ?? props.defaultValue ?? props.defaultChecked
    if (preset === undefined || preset === null) return {}
    const key = ['default', 'x-value'].find((each) => node[each] !== undefined) ?? 'x-component-props'
    if ((isLiteral(preset) && !isExpression(preset)) || (Array.isArray(preset) && preset.every(isLiteral)))
      return { default: wholeOf(preset) }
    this.losses.lost(pointer(path, key), isExpression(preset) ? 'script' : 'value', preset)
    return {}
  }
}

export function pick(field: FormField, keys: readonly string[]): FormField {
  return Object.fromEntries(Object.entries(field).filter(([key]) => keys.includes(key)))
}
