/** All calls as OpenAPI 3.1, in one language. Made from the documents on demand and kept per platform and language. */
import { addressesOf, type CallAddress } from '../../core/callAddress.ts'
import type { Access, CallDocument, JsonSchema, Permission, Text } from '../../core/documents.ts'
import { errorCatalogue } from '../../core/errors.ts'
import { makesFile } from '../../core/makesFile.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { inputSchema } from '../calls/inputSchema.ts'
import { fillText } from './fillText.ts'
import { localTextOf } from './localTextOf.ts'
import { outputSchema } from './outputSchema.ts'

type OpenApi = Record<string, unknown>
const made = new WeakMap<Platform, Partial<Record<Lang, OpenApi>>>()

export function openapi(platform: Platform, lang: Lang): OpenApi {
  const known = made.get(platform) ?? {}
  made.set(platform, known)
  known[lang] ??= describe(platform, lang)
  return known[lang]
}

function describe(platform: Platform, lang: Lang): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of platform.documents.call.values()) {
    const several = [call.method].flat().length > 1
    for (const address of addressesOf(call)) {
      const path = `/${address.path.replace(/:(\w+)/g, '{$1}')}`
      const operationId =
        address.path !== call.path ? `${call.id}@${address.path}` : several ? `${call.id}.${address.method.toLowerCase()}` : call.id
      paths[path] = { ...paths[path], [address.method.toLowerCase()]: { operationId, ...operation(call, address, platform, lang) } }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${text(platform, platform.app.title, lang)} - ${platform.texts[lang]['kernel.openapi.title'] ?? 'API'}`,
      version: platform.hash.slice(0, 12),
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema(platform, lang), Problem: PROBLEM },
    },
  }
}

function operation(call: CallDocument, { method, path }: CallAddress, platform: Platform, lang: Lang): OpenApi {
  const schema = inputSchema(call, platform)
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const required = (schema.required ?? []) as string[]
  const parameters = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: plain(properties[name] ?? { type: 'string' }, platform, lang),
  }))
  const query =
    method === 'GET'
      ? rest.map((name) => ({ name, in: 'query', required: required.includes(name), schema: plain(properties[name]!, platform, lang) }))
      : []
  const body = method !== 'GET' && rest.length > 0 ? { requestBody: requestBody(call, plain(withOnly(schema, rest), platform, lang)) } : {}
  const success = path.startsWith('nodeapi/') ? 20_000 : 0
  return {
    tags: [call.id.split('.')[0]],
    summary: text(platform, call.title, lang),
    ...(call.description ? { description: call.description } : {}),
    security: call.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    'x-access': accessText(call.access, platform, lang),
    ...(call.errors?.length
      ? { 'x-errors': Object.fromEntries(call.errors.map((code) => [code, platform.texts[lang][`error.${code}`] ?? code])) }
      : {}),
    parameters: [...parameters, ...query],
    ...body,
    responses: { 200: reply(call, success, platform, lang), default: FAILURE_REPLY },
  }
}

function requestBody(call: CallDocument, schema: JsonSchema): OpenApi {
  const types = call.upload ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded']
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

function reply(call: CallDocument, success: number, platform: Platform, lang: Lang): OpenApi {
  if (call.raw) return { description: text(platform, call.title, lang), content: { '*/*': {} } }
  const data = plain(outputSchema(call, platform), platform, lang)
  const properties = { code: { const: success }, message: { type: 'string' }, data }
  const file = makesFile(call) ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } : {}
  return {
    description: text(platform, call.title, lang),
    content: { 'application/json': { schema: { type: 'object', required: ['code', 'data'], properties } }, ...file },
  }
}

const FAILURE_REPLY = {
  description: 'A failure: HTTP 200 with a code other than success, or the true status for those who accept application/problem+json.',
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
}

function failureSchema(platform: Platform, lang: Lang): JsonSchema {
  const codes = Object.entries(errorCatalogue).filter(([code]) => platform.texts[lang][`error.${code}`])
  return {
    type: 'object',
    required: ['code', 'error', 'message'],
    properties: {
      code: { type: 'integer', description: codes.map(([code, { status }]) => `${status} ${code}`).join(', ') },
      error: { type: 'string', description: codes.map(([code]) => `${code}: ${platform.texts[lang][`error.${code}`]}`).join('\n') },
      message: { type: 'string' },
      data: { type: 'null' },
      details: { type: 'object' },
    },
  }
}

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    error: { type: 'string' },
    details: { type: 'object' },
  },
}

function withOnly(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>
  const required = ((schema.required ?? []) as string[]).filter((name) => names.includes(name))
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(required.length > 0 ? { required } : { required: undefined }),
  }
}

/** A schema with its texts in one language. */
function plain(schema: JsonSchema, platform: Platform, lang: Lang): JsonSchema {
  return walk(schema) as JsonSchema
  function walk(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => walk(item))
    if (typeof value === 'string')
      return (key === 'title' || key === 'description') && value.startsWith('@') ? text(platform, value, lang) : value
    if (typeof value !== 'object' || value === null) return value
    if ((key === 'title' || key === 'description') && 'zh' in value && 'en' in value) return (value as Record<Lang, string>)[lang]
    return Object.fromEntries(Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, walk(item, name)]])))
  }
}

function accessText(access: Access, platform: Platform, lang: Lang): string {
  const word = (key: string) => platform.texts[lang][`kernel.openapi.access.${key}`] ?? key
  if (typeof access === 'string') return word(access)
  const within = access.within?.map(({ scope }) => scope).join(', ')
  return fillText(word('permission'), { codes: permissionText(access.permission) }, lang) + (within ? ` (${within})` : '')
}
function permissionText(permission: Permission): string {
  if (typeof permission === 'string') return permission
  return 'any' in permission ? permission.any.join(' | ') : permission.all.join(' & ')
}

function text(platform: Platform, value: Text, lang: Lang): string {
  return localTextOf(platform, value)[lang]
}
