/** Every value that templates of a place may name: those of all certificates, and the answers to its sign-up forms. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { JsonSchema } from '../../../runtime/core/documents.ts'
import { VALUES_FORM } from '../series.ts'
import { answerSchemas } from './answerFields.ts'
import type { TemplatePlace } from './ownTemplate.ts'

export async function templateSchema(place: TemplatePlace, context: HandlerContext): Promise<JsonSchema> {
  const schema = context.platform.get('form', VALUES_FORM).schema
  const properties = await answerSchemas(place, context)
  const answers = { ...schema.properties.answers, additionalProperties: false, properties }
  return { ...schema, properties: { ...schema.properties, answers } } as JsonSchema
}
