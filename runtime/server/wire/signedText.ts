/** Bodies of requests that say to be signed, as they came: a signature is over the bytes, not over what was read from them. */
import type { IncomingHttpHeaders } from 'node:http'

/** As Standard Webhooks writes them (standardwebhooks.com), and as senders did that came before. */
const SIGNATURES = ['webhook-signature', 'svix-signature'] as const
const texts = new WeakMap<object, string>()

/** @param request  whose life the text shares */
export function keepSignedText(request: { headers: IncomingHttpHeaders }, text: string): void {
  if (SIGNATURES.some((name) => name in request.headers)) texts.set(request, text)
}

/** Undefined for a request without a signature. */
export function signedText(request: object): string | undefined {
  return texts.get(request)
}
