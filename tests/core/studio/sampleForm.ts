/** A form with every kind of field that rules ask about. */
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'

export function form(properties: Record<string, FormField>, more: Partial<FormDocument> & { required?: string[] } = {}): FormDocument {
  const { required = [], ...rest } = more
  return {
    $schema: '../kinds/form.schema.json',
    id: 'sample.form',
    version: 1,
    title: { zh: '示例', en: 'Sample' },
    schema: { type: 'object', properties, required },
    ...rest,
  }
}

const options = (...values: string[]) => values.map((value) => ({ value, label: { zh: `${value}组`, en: `Group ${value}` } }))

export const sample = form(
  {
    group: { type: 'string', title: { zh: '组别', en: 'Group' }, 'x-options': options('a', 'b', 'c') },
    topics: { type: 'array', title: { zh: '方向', en: 'Topics' }, items: { type: 'string' }, 'x-options': options('x', 'y', 'z') },
    people: { type: 'integer', title: { zh: '人数', en: 'People' } },
    born: { type: 'string', format: 'date', title: { zh: '出生日期', en: 'Date of birth' } },
    agreed: { type: 'boolean', title: { zh: '同意', en: 'Agreement' } },
    name: { type: 'string', title: { zh: '姓名', en: 'Name' } },
    address: { type: 'object', properties: { city: { type: 'string', title: { zh: '城市', en: 'City' } } } },
    members: {
      type: 'array',
      title: { zh: '队员', en: 'Members' },
      items: {
        type: 'object',
        properties: {
          role: { type: 'string', title: { zh: '角色', en: 'Role' }, 'x-options': options('captain', 'member') },
          age: { type: 'integer', title: { zh: '年龄', en: 'Age' } },
          guardian: { type: 'string', title: { zh: '监护人', en: 'Guardian' }, 'x-visibleWhen': { cel: 'item.age < 18' } },
        },
      },
    },
  },
  { context: { level: { type: 'string' } } },
)
