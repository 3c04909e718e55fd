/** The identities a person may choose from, with the names of their objects. The key of an identity is `<kind>:<scope>:<object id>`. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Lang, Platform } from '../../../runtime/core/platform.ts'
import { tableName } from '../../../runtime/core/tableName.ts'

export interface IdentityOption {
  identity: string
  kind: string
  /** Id of the organisation or competition; `0` for the platform, `-1` for no identity. */
  objectId: string
  objectName: string
  /** Spec 3: 0 administrator, otherwise competition. */
  type: 0 | 1
  /** What a list shows. */
  label: string
  current: boolean
}

const COMPETITION = 'competition'
const PLATFORM = '0'
export const NO_GROUP = '-1'

/** Parts of an identity's name; `scope` is null for the whole platform. */
export function parseIdentity(identity: string): { kind: string; scope: string | null; objectId: string | null } {
  const [kind = '', scope = '', objectId = ''] = identity.split(':')
  return { kind, scope: scope || null, objectId: objectId || null }
}

/** Uses no identity: only the rights of every participant apply. */
export function ownIdentity(platform: Platform): string {
  return `${platform.app.identities?.own ?? ''}::`
}

/** @param own offers the participant too */
export async function identityOptions(context: HandlerContext, own: boolean): Promise<IdentityOption[]> {
  const { session, platform } = context
  const identities = [...(session.identities ?? []), ...(own ? [ownIdentity(platform)] : [])]
  const options: IdentityOption[] = []
  // one after the other: a transaction has one connection
  for (const identity of identities) options.push(await optionOf(identity, context))
  return options
}

async function optionOf(identity: string, context: HandlerContext): Promise<IdentityOption> {
  const { kind, scope, objectId } = parseIdentity(identity)
  const kindName = kindLabel(kind, context)
  const name = await objectName(scope, objectId, context)
  return {
    identity,
    kind,
    objectId: objectId ?? (identity === ownIdentity(context.platform) ? NO_GROUP : PLATFORM),
    objectName: name ?? kindName,
    type: scope === COMPETITION ? 1 : 0,
    label: name === null ? kindName : `${name} · ${kindName}`,
    current: identity === context.session.identity,
  }
}

/** Label of a kind of identity in the caller's language; the kind itself when it has none. */
export function kindLabel(kind: string, { platform, lang }: Pick<HandlerContext, 'platform' | 'lang'>): string {
  const label = platform.get('enum', platform.app.identities?.kinds ?? '').values.find(({ code }) => code === kind)?.label
  return localName(label, lang) ?? kind
}

/** Name of what a role is granted on; null for the platform. */
export async function objectName(
  scope: string | null,
  objectId: string | null,
  { tables, platform, lang }: Pick<HandlerContext, 'tables' | 'platform' | 'lang'>,
): Promise<string | null> {
  const kind = scope === null ? undefined : platform.app.scopes?.[scope]
  if (!kind || objectId === null) return null
  const { label } = platform.get('entity', kind.entity)
  if (!label) return `#${objectId}`
  const row = await tables.selectFrom(tableName(kind.entity)).select(label).where('id', '=', objectId).executeTakeFirst()
  return localName(row?.[label], lang) ?? `#${objectId}`
}

/** A stored `{ zh, en }` or plain name in one language; null when there is none. */
export function localName(value: unknown, lang: Lang): string | null {
  if (typeof value === 'string') return value
  const text = value as Partial<LocalText> | null | undefined
  return text?.[lang] || text?.zh || text?.en || null
}
