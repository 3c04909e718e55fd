/** What a handler of a `raw` call wants to answer, kept until its transaction has committed. */
export class RawReply {
  readonly headers: Record<string, string> = {}
  statusCode = 200
  body: NodeJS.ReadableStream | Buffer | null = null

  header(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value
  }
  status(code: number): void {
    this.statusCode = code
  }
  stream(body: NodeJS.ReadableStream | Buffer): void {
    this.body = body
  }
}
