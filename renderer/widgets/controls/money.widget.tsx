import { useCallback } from 'react'
import { language } from '../../../runtime/client/texts.ts'
import { currencyDecimals, currencySign, minorUnits } from '../../../runtime/core/moneyText.ts'
import { readMoney } from '../../../runtime/core/typed/readMoney.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'

/** An amount of money: typed in units, kept in minor units (cents) as an integer. What cannot be read as one amount stays as text for the form to name.
 * Props: `currency` (ISO 4217, `CNY`). */
export default function MoneyControl(control: ControlProps) {
  const currency = String(control.props.currency ?? 'CNY')
  const show = useCallback((answer: unknown) => shownAmount(answer, currency), [currency])
  const parse = (text: string) => {
    const reading = readMoney(text, currency)
    return 'value' in reading ? reading.value : text
  }
  return (
    <span className="ag-form-input-with-unit">
      <span className="ag-form-input-unit">{currencySign(language.lang, currency)}</span>
      <NativeInput control={control} type="text" inputMode="decimal" show={show} parse={parse} className="ag-form-input-number" />
    </span>
  )
}

function shownAmount(answer: unknown, currency: string): string {
  if (typeof answer !== 'number') return answer === undefined || answer === null ? '' : String(answer)
  const units = minorUnits(currency)
  return (answer / units).toFixed(answer % units === 0 ? 0 : currencyDecimals(currency))
}
