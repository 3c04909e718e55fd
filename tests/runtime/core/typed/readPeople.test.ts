import { describe, expect, it } from 'vitest'
import { readPasted } from '../../../../runtime/core/typed/readPasted.ts'
import { readAccounts, readNames, readPeople } from '../../../../runtime/core/typed/readPeople.ts'
import { readTable } from '../../../../runtime/core/typed/readTable.ts'

const people = (text: string) => readPeople(text).map(({ name, address }) => [name, address])
const cells = (text: string) => readTable(text).rows.map((row) => row.cells)

describe('[PASTE-1] people with addresses', () => {
  it.each([
    ['王晓 w1@x.example', [['王晓', 'w1@x.example']]],
    ['王晓：w1@x.example', [['王晓', 'w1@x.example']]],
    ['王晓，ｗ１＠x.example', [['王晓', 'w1@x.example']]],
    ['"王评四" <W4@x.example>', [['王评四', 'w4@x.example']]],
    ['"Smith, John" <j@x.example>', [['Smith, John', 'j@x.example']]],
    ['Smith, John\tj@x.example', [['Smith, John', 'j@x.example']]],
    ['j@x.example\tJohn', [['John', 'j@x.example']]],
    ['j@x.example', [['', 'j@x.example']]],
    [
      'A <a@x.example>; B <b@x.example>',
      [
        ['A', 'a@x.example'],
        ['B', 'b@x.example'],
      ],
    ],
    [
      'a@x.example,b@x.example',
      [
        ['', 'a@x.example'],
        ['', 'b@x.example'],
      ],
    ],
    ['Ada（ada@x.example）', [['Ada', 'ada@x.example']]],
  ] as const)('%s', (text, expected) => {
    expect(people(text)).toEqual(expected)
  })

  it('that are not understood are entries of their own, in their place', () => {
    expect(people('Ada a@x.example\n没有邮箱\n\nA <a@x.example>, Bob, C <c@x.example>\nB b@x')).toEqual([
      ['Ada', 'a@x.example'],
      ['', null],
      ['', null],
      ['', null],
    ])
    expect(readPeople('Ada a@x.example\n\n没有邮箱')[1]).toEqual({ line: 3, written: '没有邮箱', name: '', address: null })
  })
})

describe('[PASTE-2] accounts', () => {
  it('are read in any width and case, parted by any sign, each once', () => {
    const typed = 'STUDENT、Student@agon.example；１９９０００００００１\nstudent, +86 138-0013-8000\nAda <ada@x.example>'
    expect(readAccounts(typed).map(({ account }) => account)).toEqual([
      'student',
      'student@agon.example',
      '19900000001',
      '13800138000',
      'ada@x.example',
    ])
    expect(readNames('晨晨、林一；"x"\n周二')).toEqual(['晨晨', '林一', '"x"', '周二'])
  })
})

describe('[PASTE-3] a pasted table', () => {
  it.each([
    [
      '名称\t成员\n晨星队\t"林一\n周二"\n北斗\t吴三',
      [
        ['名称', '成员'],
        ['晨星队', '林一\n周二'],
        ['北斗', '吴三'],
      ],
    ],
    [
      '名称,作品\n"他说""好""","机器人，与人"',
      [
        ['名称', '作品'],
        ['他说"好"', '机器人，与人'],
      ],
    ],
    [
      '名称,作品\n晨星队,机器人，与人',
      [
        ['名称', '作品'],
        ['晨星队', '机器人，与人'],
      ],
    ],
    [
      '名称，学校\r\n晨星队，甲校',
      [
        ['名称', '学校'],
        ['晨星队', '甲校'],
      ],
    ],
    [
      '名称,学校\n晨星队，甲校',
      [
        ['名称', '学校'],
        ['晨星队', '甲校'],
      ],
    ],
    [
      'a;b\r1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['Smith, John\t甲校', [['Smith, John', '甲校']]],
    ['甲\t甲校\n,乙校\n"，丙"\nSmith, John\n，丁校', [['甲', '甲校'], ['', '乙校'], ['，丙'], ['Smith, John'], ['', '丁校']]],
  ])('%j', (text, expected) => {
    expect(cells(text)).toEqual(expected)
  })

  it('names a quote without its end, by the line on which the row begins', () => {
    expect(readTable('a,b\n"1,2\n3,4').mistake).toEqual({ line: 2, reason: 'quote' })
  })

  it('marks rows that lose cells or have no name', () => {
    const unread = (text: string, kind: 'table' | 'rows', columns?: number) =>
      readPasted(text, kind, columns)
        .rows.filter((row) => row.isUnread)
        .map(({ line }) => line)
    expect(unread('名称\t学校\n甲\t乙\n丙\t丁\t戊', 'table')).toEqual([3])
    expect(unread('甲,乙\n,丙\n"丁\n戊",己', 'rows', 2)).toEqual([2, 3])
    expect(unread('甲\t乙\n,丙\n丁', 'rows', 2)).toEqual([2])
  })
})
