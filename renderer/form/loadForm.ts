/** What a form needs before it can be filled: its document (fetched when only its hash is known), its validator, and the regular-expression
 *  engine when an expression uses it. */
import { request } from '../../runtime/client/http.ts'
import { addBundle, findDocument } from '../../runtime/client/library.ts'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { loadPatterns } from '../../runtime/client/loadPatterns.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { isRegexEngineLoaded } from '../../runtime/core/expressions/regexEngine.ts'
import type { FormValidator } from '../../runtime/core/form/checkForm.ts'
import { type CompiledForm, compileForm } from '../../runtime/core/form/compileForm.ts'
import { installValidatorRuntime } from '../../runtime/core/validation/validatorRuntime.ts'
import type { FormBundle } from '../../runtime/core/wire.ts'

export interface LoadedForm {
  compiled: CompiledForm
  /** Names the version for drafts: its own hash, or for a form of the page the hash of its rules. */
  hash: string
  /** Its own hash, when it was asked for by that. */
  version: string | undefined
  /** Arrives a little later; until then only the form logic checks. */
  validator: Promise<FormValidator>
}

const compiledForms = new WeakMap<FormDocument, CompiledForm>()

/** Returns a cached form synchronously; null if it must be loaded (`loadForm`) or needs the regex engine. */
export function readyForm(form: FormDocument | string, validator: string | undefined): LoadedForm | null {
  return typeof form === 'string' || needsRegex(form) ? null : made(form, validator ?? findDocument('validators', form.id), undefined)
}

/** @throws CallError when the version cannot be read; ChunkFailed when the engine of patterns does not come; ExpressionError or FORM_CYCLE for a form that was never checked */
export async function loadForm(form: FormDocument | string, validator: string | undefined): Promise<LoadedForm> {
  if (typeof form !== 'string') {
    if (needsRegex(form)) await loadPatterns()
    return made(form, validator ?? findDocument('validators', form.id), undefined)
  }
  const bundle = await request<FormBundle>('platform.form', { hash: form })
  // Calls and enums of its options; the form and its validator stay out: another version may be the page's own.
  addBundle({ calls: bundle.calls ?? {}, enums: bundle.enums ?? {} })
  if (bundle.needsRegex || needsRegex(bundle.form)) await loadPatterns()
  return made(bundle.form, validator ?? bundle.validators?.[bundle.form.id], form, bundle.apart)
}

function made(form: FormDocument, validator: string | undefined, hash: string | undefined, standalone = false): LoadedForm {
  const compiled = compiledForms.get(form) ?? compileForm(form, { enums: (id) => findDocument('enums', id), standalone })
  compiledForms.set(form, compiled)
  return {
    compiled,
    version: hash,
    hash: hash ?? validator ?? form.id,
    validator: validator ? loadValidator(validator) : Promise.resolve(() => null),
  }
}

const modules = new Map<string, Promise<FormValidator>>()

/** The validator module, from our own origin (the content policy allows nothing else). A failure is forgotten, so that the next form asks again. */
function loadValidator(hash: string): Promise<FormValidator> {
  const known = modules.get(hash)
  if (known) return known
  installValidatorRuntime()
  const loading = loadChunk<{ default: FormValidator }>(() => import(/* @vite-ignore */ `/validators/${hash}.js`)).then(
    (module) => module.default,
  )
  modules.set(hash, loading)
  loading.catch(() => modules.delete(hash))
  return loading
}

/** Its own expressions or patterns, and the engine is not here yet. */
function needsRegex(form: FormDocument): boolean {
  return !isRegexEngineLoaded() && /\bmatches\s*\(|"pattern":/.test(JSON.stringify(form))
}
