import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { language, translate } from '../../../runtime/client/texts.ts'
import type { PhoneLimit } from '../../../runtime/core/keywords/phone.ts'
import { normalisePhone } from '../../../runtime/core/values/normaliseText.ts'
import { callingCode, MAINLAND, MAINLAND_CODE, phoneRules, withoutCallingCode } from '../../../runtime/core/values/phoneNumber.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Combobox } from './Combobox.tsx'
import { matching } from './matching.ts'
import { NativeInput } from './NativeInput.tsx'
import type { ShownOption } from './useOptions.ts'

const NATIONAL = withoutCallingCode as (answer: unknown) => string
const loadRules = () => import('../../../runtime/core/values/phoneRules.ts')

/** A phone number with its country code, which is chosen from a list or typed before the number. The answer is kept as `normalisePhone` says: a number of the
 *  mainland without code, others in the form of E.164. The rules of other countries load once one of them is needed. */
export function PhoneNumber({ control }: { control: ControlProps }) {
  const { answer } = control
  const [picked, setPicked] = useState<Picked | null>(null)
  const value = useSyncExternalStore(answer.subscribe, answer.read)
  const kept = typeof value === 'string' ? value : ''
  const countries = countriesOf(control)
  const first = countries?.[0] ?? MAINLAND
  const code = picked?.code ?? callingCode(kept) ?? (first === MAINLAND ? MAINLAND_CODE : '')
  const isAbroad = kept.startsWith('+') || code !== MAINLAND_CODE
  useEffect(() => {
    if (isAbroad) void loadRules()
  }, [isAbroad])
  const parse = (text: string) => {
    const plain = normalisePhone(text)
    if (plain.startsWith('+')) setPicked(pickedBy(plain))
    if (plain.startsWith('+') || code === MAINLAND_CODE) return plain
    return phoneRules()?.read(plain, picked?.country ?? countryWith(code)) ?? `+${code}${plain}`
  }
  const pick = (next: Picked) => {
    setPicked(next)
    const typed = withoutCallingCode(kept === '' ? '' : String(answer.read() ?? ''))
    if (typed !== '') answer.write(next.code === MAINLAND_CODE ? typed : `+${next.code}${typed}`)
  }
  return (
    <span className="ag-form-input-with-unit">
      {countries?.length === 1 ? (
        <span className="ag-form-input-unit">+{code}</span>
      ) : (
        <CountryCode control={control} code={code} countries={countries} onPick={pick} />
      )}
      <NativeInput control={control} type="tel" inputMode="tel" autoComplete="tel" show={shownNumber} parse={parse} />
    </span>
  )
}

interface Picked {
  code: string
  /** ISO 3166; several countries share a code. */
  country: string
}

const shownNumber = (answer: unknown) => (typeof answer === 'string' ? NATIONAL(answer) : '')

function pickedBy(number: string): Picked | null {
  const code = callingCode(number)
  return code === null ? null : { code, country: phoneRules()?.countryOf(number) ?? countryWith(code) }
}

function countryWith(code: string): string {
  return (
    phoneRules()
      ?.countries()
      .find((each) => each.code === code)?.country ?? MAINLAND
  )
}

/** Those that the field allows; null: all. */
function countriesOf({ field }: ControlProps): readonly string[] | null {
  const limit = field.phone as PhoneLimit | undefined
  return typeof limit === 'object' ? limit.countries : null
}

interface CountryCodeProps {
  control: ControlProps
  code: string
  countries: readonly string[] | null
  onPick(picked: Picked): void
}

/** A button with the code; it opens the list of the countries below the number. */
function CountryCode({ control, code, countries, onPick }: CountryCodeProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ag-form-input-unit ag-form-phone-country"
        aria-label={translate('form.countryCode', { code })}
        aria-expanded={open}
        disabled={control.disabled}
        onClick={() => setOpen(!open)}
      >
        +{code}
      </button>
      {open && (
        <CountryList
          control={control}
          code={code}
          countries={countries}
          onClose={close}
          onPick={(picked) => {
            onPick(picked)
            close()
            document.getElementById(control.id)?.focus()
          }}
        />
      )}
    </>
  )
}

function CountryList({ control, code, countries, onPick, onClose }: CountryCodeProps & { onClose(): void }) {
  const [search, setSearch] = useState('')
  const [ready, setReady] = useState(phoneRules() !== null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    loadRules().then(
      () => setReady(true),
      () => setFailed(true),
    )
  }, [])
  useEffect(load, [load])
  const all = useMemo(() => (ready ? countryOptions(countries) : []), [ready, countries])
  const list = useMemo(() => matching(all, search), [all, search])
  const id = `${control.id}-country`
  const answer = useMemo(() => ({ ...control.answer, leave: () => undefined }), [control.answer])
  return (
    <span className="ag-form-phone-countries">
      <Combobox
        control={{
          ...control,
          id,
          answer,
          label: translate('form.countryOfNumber'),
          placeholder: translate('form.countryOfNumber'),
          required: false,
          invalid: false,
          describedBy: undefined,
          disabledOptions: [],
        }}
        options={{ list, state: ready ? 'ready' : failed ? 'failed' : 'loading', call: null, retry: load }}
        search={search}
        onSearch={setSearch}
        shown=""
        startsOpen
        isChosen={(option) => option.value === code}
        onTake={(option) => {
          const country = String(option.value)
          onPick({
            country,
            code: phoneRules()!
              .countries()
              .find((each) => each.country === country)!.code,
          })
        }}
        onClose={onClose}
      />
    </span>
  )
}

/** The mainland first, the others by their names in the language of the page; found by their names in both languages and by their code. */
function countryOptions(countries: readonly string[] | null): ShownOption[] {
  const shown = phoneRules()!
    .countries()
    .filter(({ country }) => countries === null || countries.includes(country))
  const [own, zh, en] = [language.lang, 'zh', 'en'].map(countryNames)
  const options = shown.map(({ country, code }) => ({
    value: country,
    label: `${own!(country)} +${code}`,
    search: `${country} ${zh!(country)} ${en!(country)}`,
  }))
  const order = new Intl.Collator(language.lang)
  const rank = ({ value }: ShownOption) => (value === MAINLAND ? 0 : 1)
  return options.sort((left, right) => rank(left) - rank(right) || order.compare(left.label, right.label))
}

/** The browser's names; where the platform has its own, those. */
function countryNames(lang: string): (country: string) => string {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  return (country) =>
    OWN_NAMES.has(country) && lang === language.lang ? translate(`form.countries.${country}`) : (names.of(country) ?? country)
}
const OWN_NAMES: ReadonlySet<string> = new Set(['HK', 'MO', 'TW'])
