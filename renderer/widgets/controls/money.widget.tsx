import { language } from '../../../runtime/client/texts.ts'
import { currencySign } from '../../../runtime/core/moneyText.ts'
import type { ControlProps } from '../../form/contract.ts'
import { NativeInput } from './NativeInput.tsx'
import { parseNumber } from './parseNumber.ts'

const MINOR_UNITS = 100

/** An amount of money: typed in units, kept in minor units (cents) as an integer. Props: `currency` (ISO 4217, `CNY`). */
export default function MoneyControl(control: ControlProps) {
  const currency = String(control.props.currency ?? 'CNY')
  return (
    <span className="ag-form-input-with-unit">
      <span className="ag-form-input-unit">{currencySign(language.lang, currency)}</span>
      <NativeInput
        control={control}
        type="text"
        inputMode="decimal"
        show={showAmount}
        parse={parseAmount}
        className="ag-form-input-number"
      />
    </span>
  )
}

function showAmount(answer: unknown): string {
  if (typeof answer !== 'number') return answer === undefined || answer === null ? '' : String(answer)
  return (answer / MINOR_UNITS).toFixed(answer % MINOR_UNITS === 0 ? 0 : 2)
}

function parseAmount(text: string): unknown {
  const amount = parseNumber(text.replaceAll(',', ''))
  return typeof amount === 'number' ? Math.round(amount * MINOR_UNITS) : amount
}
