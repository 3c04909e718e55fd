/** Door `context.messages`: what people are notified of. Types only. */
import type { TemplateTypes } from '../contracts.ts'
import type { LocalText } from '../documents.ts'
import type { Lang } from '../platform.ts'

export type TemplateName = keyof TemplateTypes & string

export interface MessagesDoor {
  /** Puts a message into the outbox inside the transaction. */
  send<T extends TemplateName>(
    template: T,
    to: { userId?: string; address?: string; lang?: Lang },
    variables: TemplateTypes[T],
    facts?: SendFacts,
  ): Promise<void>
  /** The words of a template in both languages, its variables filled in, and the page it is about. */
  renderTemplate<T extends TemplateName>(template: T, variables: TemplateTypes[T]): MessageWords
  /** Notices of a topic (`job:ID`, `platform`) from all processes, as they come, until `signal` aborts. */
  subscribe(topic: string, signal: AbortSignal): AsyncIterable<string>
}

export interface MessageWords {
  subject: LocalText
  text: LocalText
  /** Of a template with formatted text, a variable with `contentMediaType: text/html`. */
  html?: LocalText
  /** `to`: a path of the site; in the language of the call. */
  link: { to: string; label: string } | null
}

export interface SendFacts {
  /** Not delivered after this time, for example a code that has expired. */
  expiresAt?: Date
  /** What it is sent for, named by the sender. Two messages for the same thing cannot exist: the second one fails the call. */
  about?: string
}
