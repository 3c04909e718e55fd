/** Validators of calls' inputs. Compiling the inputs of all calls takes a second, and most calls are not made for a while: at the start each is
 *  compiled when its call is made first. When documents change, only what is new is compiled, and immediately, so that a mistake stops the change. */
import type { JsonSchema, KeywordDocument } from '../../core/documents.ts'
import { createValidator, type Validate } from '../../core/validation/index.ts'

export interface InputValidators {
  /** @throws Error for an invalid schema, when a platform is replaced */
  of(schema: JsonSchema): Validate
  /** The validator made before for the same schema text, if the keywords are the same. */
  known(keywords: string, schema: string): Validate | undefined
  /** All validators have been requested: the previous ones can be freed. */
  settle(): void
}

/** @param before  those of the platform that is replaced */
export function inputValidators(keywords: readonly KeywordDocument[], before?: InputValidators): InputValidators {
  const validator = createValidator({ keywords })
  const ownKeywords = JSON.stringify(keywords)
  const made = new Map<string, Validate>()
  const isFirst = before === undefined
  let earlier = before
  return {
    of(schema) {
      const text = JSON.stringify(schema)
      const known = made.get(text) ?? earlier?.known(ownKeywords, text)
      const validate = known ?? (isFirst ? compiledLater(() => validator.compile(schema)) : validator.compile(schema))
      made.set(text, validate)
      return validate
    },
    known: (others, text) => (others === ownKeywords ? made.get(text) : undefined),
    settle() {
      earlier = undefined
    },
  }
}

function compiledLater(compile: () => Validate): Validate {
  let validate: Validate | undefined
  return (data) => {
    validate ??= compile()
    return validate(data)
  }
}
