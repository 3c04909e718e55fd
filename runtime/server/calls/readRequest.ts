/** The input of an HTTP request, files included: in a multipart body the fields before the file become input, and the file itself a stream. */
import type { FastifyRequest } from 'fastify'
import { AgonError } from '../../core/errors.ts'
import type { CompiledCall } from './compileCall.ts'
import { uploadedFile } from './uploadedFile.ts'

/** How browsers write a quote in the name of a file. @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const QUOTE = '%22'

/** @throws CONTENT_TYPE for a body that the call does not take */
export async function readRequest(
  call: CompiledCall,
  params: Readonly<Record<string, string>>,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  const query = request.query as Record<string, unknown>
  const fromAddress = { params, query, secretsInQuery: request.method === 'GET' }
  if (!type.startsWith('multipart/')) {
    return call.readInput({ ...fromAddress, body: request.body, bodyIsText: type.startsWith('application/x-www-form-urlencoded') })
  }
  if (!call.document.upload) throw new AgonError('CONTENT_TYPE', { found: 'multipart/form-data' })
  const part = await request.file()
  const fields = Object.entries(part?.fields ?? {}).flatMap(([name, field]) => {
    const single = Array.isArray(field) ? field[0] : field
    return single?.type === 'field' ? [[name, single.value] as const] : []
  })
  const input = call.readInput({ ...fromAddress, body: Object.fromEntries(fields), bodyIsText: true })
  if (part) input[part.fieldname] = uploadedFile(part.filename.replaceAll(QUOTE, '"'), part.mimetype, part.file)
  return input
}
