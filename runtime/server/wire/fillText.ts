/** Puts values into a text: `{{name}}`. Missing names leave nothing; values are plain (lists joined by commas). */
export function fillText(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value == null ? '' : Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? '' : String(value)
  })
}
