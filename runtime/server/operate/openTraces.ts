/** Traces by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT asks for them. Their library is loaded only then. */
import type { ServerConfig } from '../serverContext.ts'
import type { TraceSettings, Traces } from './createTraces.ts'

const PATH = 'v1/traces'
const DELAY_MS = 5_000
/** Names of OTEL_TRACES_SAMPLER, as OpenTelemetry names them. */
const SAMPLERS: readonly TraceSettings['sampler'][] = ['always_on', 'always_off', 'traceidratio']
const PARENT_BASED = 'parentbased_'

/** Null where no one asks for them. @throws Error in one line that names a wrong setting */
export async function openTraces({ environment }: Pick<ServerConfig, 'environment'>): Promise<Traces | null> {
  const settings = readTraceSettings(environment)
  return settings && (await import('./createTraces.ts')).createTraces(settings)
}

/** @throws Error in one line */
function readTraceSettings(environment: ServerConfig['environment']): TraceSettings | null {
  const url = readUrl(environment)
  if (!url || environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const delayMs = Number(environment.OTEL_BSP_SCHEDULE_DELAY || DELAY_MS)
  if (!(delayMs > 0)) throw new Error(`OTEL_BSP_SCHEDULE_DELAY must be milliseconds, not "${environment.OTEL_BSP_SCHEDULE_DELAY}"`)
  return { url, service: environment.OTEL_SERVICE_NAME || 'agon', ...readSampler(environment), delayMs }
}

/** OTEL_EXPORTER_OTLP_TRACES_ENDPOINT stands for itself, the one for everything gets a path. */
function readUrl({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  OTEL_EXPORTER_OTLP_ENDPOINT: all,
}: ServerConfig['environment']): string | null {
  const found = own || all
  if (!found) return null
  if (!/^https?:\/\/./.test(found) || !URL.canParse(found))
    throw new Error(`OTEL_EXPORTER_OTLP_${own ? 'TRACES_' : ''}ENDPOINT must be an http address, not "${found}"`)
  return own || `${found.replace(/\/+$/, '')}/${PATH}`
}

function readSampler({ OTEL_TRACES_SAMPLER: name = '', OTEL_TRACES_SAMPLER_ARG: argument }: ServerConfig['environment']) {
  const given = name || `${PARENT_BASED}always_on`
  const sampler = SAMPLERS.find((one) => one === given.replace(PARENT_BASED, ''))
  const ratio = argument ? Number(argument) : 1
  if (!sampler) throw new Error(`OTEL_TRACES_SAMPLER must be ${SAMPLERS.join(', ')}, or one of them after "${PARENT_BASED}", not "${name}"`)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}"`)
  return { sampler, ratio, isParentBased: given.startsWith(PARENT_BASED) }
}
