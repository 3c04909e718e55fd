/** What a handler of a `raw` call wants to answer, kept until its transaction has committed. */
export type RawBody = NodeJS.ReadableStream | Buffer

export class RawReply {
  readonly headers: Record<string, string> = {}
  statusCode = 200
  #body: RawBody | (() => Promise<RawBody>) | null = null

  header(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value
  }
  status(code: number): void {
    this.statusCode = code
  }
  stream(body: RawBody): void {
    this.#body = body
  }
  /** For what is made by a worker: no transaction waits for it. */
  later(make: () => Promise<RawBody>): void {
    this.#body = make
  }
  /** After the commit. Null when the handler answers nothing by itself. */
  async body(): Promise<RawBody | null> {
    return typeof this.#body === 'function' ? this.#body() : this.#body
  }
}
