import { describe, expect, test } from 'vitest'
import { admin, findPerson, persons, setUpImportedPersons } from '#test/setups/importedPersons.ts'
import { site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { signUp, staffSession, staffWith } from '#test/support/make.ts'
import { personRow, residentId, sheetOf, textsOf, workbookOf, zipOf } from '#test/support/workbooks.ts'

setUpImportedPersons()

describe('the template', { timeout: 60_000 }, () => {
  test('has Chinese headings, marks what is required, offers lists, explains every column and keeps ids as text', async () => {
    const bytes = await admin.download('/staff/import/template', { kind: 'persons' })
    const sheet = await sheetOf(bytes)
    const headings = textsOf(sheet)[0]!
    expect(headings).toEqual(expect.arrayContaining(['*姓名', '*证件号码', '手机', '学历']))
    const sex = headings.indexOf('性别') + 1
    expect(sheet.getColumn(sex).numFmt).toBe('@')
    expect(sheet.getRow(2).getCell(sex).dataValidation.type).toBe('list')
    const help = textsOf(await sheetOf(bytes, '填写说明'))
    expect(help.find(([name]) => name === '证件号码')![1]).toBe('必填')
    expect(help.find(([name]) => name === '性别')![3]).toBe('男、女')
  })
})

describe('the check', { timeout: 60_000 }, () => {
  test('forgives what people type, whatever the order of the columns', async () => {
    const id = residentId(1, '19880101')
    const bytes = await workbookOf([
      ['锅炉水处理人员名单'],
      [],
      ['手机号', '*证件号码（必填）', '姓 名', '出生', '性别', '所在省份'],
      ['+86 139-0000-0001', ` ${id.slice(0, 6)} ${id.slice(6).toLowerCase()}`, '王　明', '1988.1.1', '', '江苏省'],
      [null, null, null],
      [
        13900000002,
        residentId(2).replace(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
        '李华',
        '',
        '',
        '320000',
      ],
    ])
    const batch = await admin.check('persons', bytes)
    expect(await admin.faults(batch.id)).toEqual([])
    expect(batch).toMatchObject({ status: 'checked', rows: 2, added: 2, bad: 0 })
    expect(batch.notes).toEqual([expect.stringContaining('手机号、出生')])
    expect(await findPerson(id)).toBeUndefined()
    await admin.start(batch.id)
    expect(await findPerson(id)).toMatchObject({ name: '王明', provinceCode: '320000' })
  })

  test('with a name that no font can draw is told before anything is entered, and comes in all the same', async () => {
    const [rare, known] = [personRow(611), personRow(612)]
    rare[0] = '郑\u{323b0}'
    known[0] = '赵𠮷'
    const batch = await admin.check('persons', await persons([rare, known]))
    expect(batch.notes).toEqual([
      '姓名：字体中没有「\u{323b0}」（U+323B0），证书等文件印不出来，请核对（1 处，自第 2 行起）',
    ])
    expect(await admin.start(batch.id)).toMatchObject({ status: 'done', added: 2 })
    const typed = async (signs: string) => (await site.post('/site/signs', { signs })).data.reason
    expect(await typed('\u{323b0}𠮷')).toBe('字体中没有「\u{323b0}」（U+323B0）')
    expect(await typed('𠮷')).toBe('')
  })

  test('stands in the list with what was found in how many rows', async () => {
    const known = [personRow(601), personRow(602)]
    await admin.start((await admin.check('persons', await persons(known))).id)
    const [name, idNumber, mobile] = known[1]!
    const rows = [
      known[0]!,
      [name, idNumber, mobile, '硕士', '另一支清洗队'],
      personRow(603),
      ['', residentId(604), '', '', ''],
    ]
    const { id } = await admin.check('persons', await persons(rows), {}, '季度名单.xlsx')
    const { data } = await admin.get('/staff/import/list', { pageSize: 1 })
    expect(data.total).toBeGreaterThan(1)
    expect(data.pages).toBe(data.total)
    const found = { rows: 4, added: 1, changed: 1, same: 1, bad: 1 }
    const words = {
      kind: 'persons',
      kindName: '人员',
      fileName: '季度名单.xlsx',
      status: 'checked',
      statusName: '待导入',
    }
    const when = { createdBy: '关毅', createTime: expect.stringMatching(/\+08:00$/) }
    const { kindName, fileName, statusName } = words
    const cells = { fileName, kindName, statusName, rows: '4', bad: '1', ...when }
    expect(data.list).toEqual([{ id, ...words, ...found, ...when, cells }])
  })

  test('tells row, column and reason of every cell that is wrong', async () => {
    const bytes = await persons([
      [...personRow(10)],
      ['王五', '110101199003074518', '13900000010', '', ''],
      ['', residentId(11), '12345', '', ''],
      ['赵六', 1.1010519900307e17, '', '', ''],
      ['钱七', '1.10105E+17', '', '', ''],
      [...personRow(10)],
    ])
    const batch = await admin.check('persons', bytes)
    expect(batch).toMatchObject({ rows: 6, added: 1, bad: 5 })
    const faults = await admin.faults(batch.id)
    expect(faults.map(({ cell, heading }: Record<string, string>) => [cell, heading])).toEqual([
      ['B3', '证件号码'],
      ['A4', '姓名'],
      ['C4', '手机'],
      ['B5', '证件号码'],
      ['B6', '证件号码'],
      ['B7', '证件号码'],
    ])
    expect(faults[3].message).toContain('末尾几位已丢失')
    expect(faults[5].message).toBe('与第 2 行重复')
  })

  test('refuses a workbook without a needed column, and says which', async () => {
    const batch = await admin.check(
      'persons',
      await workbookOf([
        ['姓名', '手机'],
        ['王五', '13900000000'],
      ]),
    )
    expect(batch).toMatchObject({ status: 'failed', canStart: false, reason: expect.stringContaining('证件号码') })
  })

  test('takes a formula for what it comes to, and text that looks like one for text', async () => {
    const bytes = await workbookOf([
      ['姓名', '证件号码', '职务'],
      ['周一', { formula: '"110"&"x"', result: residentId(20) } as never, '=HYPERLINK("http://evil.example")'],
    ])
    const batch = await admin.check('persons', bytes)
    await admin.start(batch.id)
    expect(await findPerson(residentId(20))).toMatchObject({ position: '=HYPERLINK("http://evil.example")' })
    const sheet = await sheetOf(await admin.download('/staff/import/export', { kind: 'persons' }))
    const cells: unknown[] = []
    sheet.eachRow(row => row.eachCell(({ value }) => cells.push(value)))
    expect(cells).toContain('=HYPERLINK("http://evil.example")')
  })

  test('reads what Chinese Windows saves as CSV', async () => {
    const bytes = Buffer.from([
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd6, 0xa4, 0xbc, 0xfe, 0xba, 0xc5, 0xc2, 0xeb, 0x0d, 0x0a, 0xcd, 0xf5, 0xce, 0xe5,
      0x2c,
    ])
    const batch = await admin.check(
      'persons',
      Buffer.concat([bytes, Buffer.from(`${residentId(30)}\r\n`)]),
      {},
      '名单.csv',
    )
    expect(await admin.faults(batch.id)).toEqual([])
    expect(batch).toMatchObject({ status: 'checked', rows: 1, added: 1 })
  })

  test('says plainly that a broken file is broken', async () => {
    const whole = await persons([personRow(31)])
    await expect(admin.check('persons', whole.subarray(0, whole.length - 100))).rejects.toThrow(/损坏|不支持/)
    const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
    const senseless = zipOf({
      '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`,
      'xl/_rels/workbook.xml.rels': '<Relationships></Relationships>',
      'xl/workbook.xml': '<workbook><sheets>',
    })
    expect(await admin.check('persons', senseless)).toMatchObject({
      status: 'failed',
      canStart: false,
      reason: expect.stringContaining('已损坏'),
    })
  })
})

describe('permissions', { timeout: 60_000 }, () => {
  test('who may not keep the records one by one may not import, export or see them either', async () => {
    const { id } = await admin.check('persons', await persons([personRow(95)]))
    const reviewer = await importer(site, await staffWith(site, ['reviewer']))
    expect((await reviewer.get('/staff/import/item', { id })).code).toBe(200)
    const kinds = (await reviewer.get('/staff/import/kinds')).data
    for (const { kind, may } of kinds) {
      const { code } = await reviewer.get('/staff/import/export', { kind }).catch(() => ({ code: 200 }))
      expect(code, kind).toBe(may ? 200 : 403)
    }
    expect(
      kinds
        .filter(({ may }: { may: boolean }) => may)
        .map(({ kind }: { kind: string }) => kind)
        .sort(),
    ).toEqual(['memberCompanies', 'members', 'organisations', 'persons'])
  })
})

test('the file of an import is read back by who uploaded it, and not by colleagues who read the files of members', async () => {
  const { cookie } = await staffSession(site, 'admin')
  const form = new FormData()
  form.append('use', 'import')
  form.append('file', new Blob(['姓名\n张伟\n']), '名单.csv')
  const body = new Response(form)
  const uploaded = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
  })
  const { url } = uploaded.json().data
  const read = async (headers: object) =>
    (await site.app.inject({ url, headers: { ...headers } })).headers['content-type']
  expect(await read({ cookie })).toContain('text/csv')
  for (const name of ['reviewer', 'cashier']) expect(await read(await staffSession(site, name))).toContain('json')
})

test('a member cannot upload what only staff import', async () => {
  const { token } = await signUp(site)
  const form = new FormData()
  form.append('use', 'import')
  form.append('file', new Blob(['姓名\n']), '名单.csv')
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { token, 'content-type': body.headers.get('content-type')! },
  })
  expect(response.json()).toMatchObject({ code: 400, msg: expect.stringContaining('工作人员') })
})

describe('what is exported', { timeout: 60_000 }, () => {
  test.each(['persons', 'organisations', 'members', 'personnel', 'qualifications', 'participants'])(
    '%s: imported again, it changes nothing',
    async kind => {
      const batch = await admin.check(kind, Buffer.from(await admin.download('/staff/import/export', { kind })))
      expect(await admin.faults(batch.id)).toEqual([])
      expect(batch).toMatchObject({ status: 'checked', added: 0, changed: 0, bad: 0, same: batch.rows })
      expect(batch.rows).toBeGreaterThan(20)
    },
  )
})
