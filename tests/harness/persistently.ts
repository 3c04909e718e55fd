/** A person who is answered BUSY comes again. */
export async function persistently<T extends { error?: unknown }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const reply = await ask()
    if (reply.error !== 'BUSY') return reply
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
