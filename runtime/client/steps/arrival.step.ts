/** `{ do: "arrival", with: { kinds, key } }`: which kind of page led here, as `result.kind`, and whether this is the first time in this tab, as `result.isNew`.
 *  `kinds` names hosts by kind. Without a page before it is `direct`, from this platform `inside`, from an unknown host `site`. Only the kind leaves the browser. */
import type { StepKind } from '../stepKinds.ts'

const SEEN = 'agon.arrival.'

const arrival: StepKind = ({ kinds, key }) => {
  const name = SEEN + String(key)
  const isNew = sessionStorage.getItem(name) === null
  sessionStorage.setItem(name, '1')
  return { kind: kindOf(document.referrer, (kinds ?? {}) as Record<string, string[]>), isNew }
}

export default arrival

function kindOf(referrer: string, kinds: Readonly<Record<string, readonly string[]>>): string {
  if (!URL.canParse(referrer)) return 'direct'
  const { host, origin } = new URL(referrer)
  if (origin === location.origin) return 'inside'
  const isOf = (known: string): boolean =>
    host === known || host.endsWith(`.${known}`) || (known.endsWith('.') && `.${host}`.includes(`.${known}`))
  return Object.entries(kinds).find(([, hosts]) => hosts.some(isOf))?.[0] ?? 'site'
}
