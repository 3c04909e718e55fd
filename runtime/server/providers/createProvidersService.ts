/** Service documents -> the providers chosen for them. A provider's code is loaded, and made with its settings from the environment, when the server
 *  starts; a setting that is missing stops the start and is named. Which provider is behind a service does not change while the server runs.
 *  One that only pretends (`pretends` in its document) works where the environment names it, or where the server was started to pretend. In a rehearsal
 *  nothing else works, except services that reach no one outside (`inRehearsal`). */
import { pathToFileURL } from 'node:url'
import type { Provider } from '../../core/contracts.ts'
import type { ServiceDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { findProviders } from '../findPlugins.ts'
import type { ServerDeps } from '../serverContext.ts'
import { tracedProvider } from './tracedProvider.ts'

export interface ProvidersPart {
  /** What is behind a service, and its name; null when none is chosen. */
  get<P>(service: string): { name: string; provider: P } | null
  /** Services whose provider only pretends, or that are off because it would. */
  pretending(): readonly Pretending[]
}

/** A provider that only pretends. */
export interface Pretending {
  service: string
  /** Environment variable that chooses the provider. */
  env: string
  provider: string
  /** What does not really happen. */
  pretends: string
  /** False: the service is off. */
  isUsed: boolean
}

export interface ProvidersService extends ProvidersPart {
  /** @throws PROVIDER_UNKNOWN, PROVIDER_SETTING, PROVIDER_NAME */
  start(): Promise<void>
  /** Closes what providers hold open. */
  stop(): void
}

type Environment = Readonly<Record<string, string | undefined>>

export function createProvidersService(deps: Pick<ServerDeps, 'platform' | 'config' | 'services' | 'traces'>): ProvidersService {
  const made = new Map<string, { name: string; provider: unknown }>()
  const pretending: Pretending[] = []
  return {
    pretending: () => pretending,
    get: <P>(service: string) => (made.get(service) as { name: string; provider: P } | undefined) ?? null,
    async start() {
      const { environment, folders, siteAddress: site, rehearsal } = deps.config
      const outside = { signed: deps.services.signed, site }
      const files = new Map(folders.flatMap(findProviders).map(({ name, file }) => [name, file]))
      for (const service of deps.platform().documents.service.values()) {
        const name = rehearsal && !service.inRehearsal ? pretendingProvider(service) : chosenProvider(service, environment)
        if (name === null) continue
        const { pretends } = service.providers[name]!
        const isUsed = pretends === undefined || rehearsal || deps.config.pretending || Boolean(environment[service.choice.env])
        if (pretends !== undefined) pretending.push({ service: service.id, env: service.choice.env, provider: name, pretends, isUsed })
        if (!isUsed) continue
        const { create } = await loadProvider(name, service.contract, files.get(name) ?? '')
        const provider = create(readSettings(service, name, environment), outside) as object
        const { traces } = deps
        made.set(service.id, { name, provider: traces ? tracedProvider(provider, { service: service.id, name, traces }) : provider })
      }
    },
    stop() {
      for (const { provider } of made.values()) (provider as { close?(): void }).close?.()
    },
  }
}

function chosenProvider({ id, choice, providers }: ServiceDocument, environment: Environment): string | null {
  const name = environment[choice.env] || choice.default
  if (name === null || Object.hasOwn(providers, name)) return name
  throw new AgonError('PROVIDER_UNKNOWN', { service: id, env: choice.env, found: name, known: Object.keys(providers).join(', ') })
}

/** Null: the service is off in a rehearsal. */
function pretendingProvider({ providers }: ServiceDocument): string | null {
  return Object.keys(providers).find((name) => providers[name]!.pretends !== undefined) ?? null
}

/** Settings with a value; an unset optional setting is absent. */
function readSettings({ id, providers }: ServiceDocument, provider: string, environment: Environment): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, { env, default: fallback, required }] of Object.entries(providers[provider]!.settings)) {
    const value = environment[env] || fallback
    if (value !== undefined) values[name] = value
    else if (required) throw new AgonError('PROVIDER_SETTING', { service: id, provider, env })
  }
  return values
}

async function loadProvider(name: string, contract: string, file: string): Promise<Provider> {
  const provider = ((await import(pathToFileURL(file).href)) as { default?: Provider }).default
  if (provider?.name !== name || provider.contract !== contract)
    throw new AgonError('PROVIDER_NAME', { file, expected: `${name} (${contract})`, found: `${provider?.name} (${provider?.contract})` })
  return provider
}
