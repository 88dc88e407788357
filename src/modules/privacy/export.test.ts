import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { readBook } from '#lib/server/sheets/bookReader.ts'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'
import { certificate } from '../certificates/server/tables.ts'
import { organisationContact } from '../members/server/tables.ts'

setUpSite({ demo: true })

const demo = async (userName: string) => {
  const token = await signInAs(site, userName)
  const [row] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { ...row!, token, api: site.as(token) }
}

/** Downloads and unpacks a member's export: page, workbook sheets and JSON. */
async function download(token: string) {
  const { headers, rawPayload } = await site.app.inject({ url: '/api/member/privacy/export', headers: { token } })
  return withTempDir(inject('dataDir'), async scratch => {
    const path = join(scratch, 'all.zip')
    await writeFile(path, rawPayload)
    const parts = await partsOf(path)
    const read = async (name: string) => buffer(await openPart(path, parts.find(part => part.name === name)!))
    const text = (await read('我的信息.json')).toString()
    const book = join(scratch, 'all.xlsx')
    await writeFile(book, await read('我的信息.xlsx'))
    const sheets: Record<string, string[][]> = {}
    for await (const { name, rows } of readBook(book)) {
      sheets[name] = []
      for await (const { cells } of rows) sheets[name].push(cells.map(cell => String(cell?.value ?? '')))
    }
    const page = (await read('我的信息.html')).toString()
    return { headers, names: parts.map(({ name }) => name), text, data: JSON.parse(text), page, sheets }
  })
}

describe('what we hold', () => {
  test('a company sees the kinds, how many of each, what for and how long', async () => {
    const { api } = await demo('qingyuan')
    const { data } = await api.get('/member/privacy')
    const of = (kind: string) => data.find((row: { kind: string }) => row.kind === kind)
    expect(of('account')).toMatchObject({ name: '账号', count: 1 })
    expect(of('organisation').count).toBe(1)
    expect(of('person').count).toBe(0)
    expect(of('membership').count).toBe(1)
    expect(of('certificates').count).toBeGreaterThan(0)
    for (const { purpose, retention } of data) expect(`${purpose}${retention}`).toMatch(/\p{Script=Han}{4}/u)
    expect((await site.get('/member/privacy')).status).toBe(401)
  })

  test('downloads it with the own values readable and nobody else’s, for no cache to keep', async () => {
    const { token, organisationId } = await demo('qingyuan')
    const { headers, data, text } = await download(token)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /^attachment; .*我的信息-qingyuan-.*\.zip$/,
    )
    expect(data.account.rows[0]).toMatchObject({ phone: '13900000001', userName: 'qingyuan' })
    const contacts = await site.services.db
      .select()
      .from(organisationContact)
      .where(eq(organisationContact.organisationId, organisationId!))
    expect(data.organisation.rows[0].contacts).toHaveLength(contacts.length)
    expect(data.organisation.rows[0].contacts.map(({ mobile }: { mobile: string }) => mobile)).toEqual(
      expect.arrayContaining(
        contacts.flatMap(({ mobileSealed }) => (mobileSealed ? site.services.encryption.decrypt(mobileSealed) : [])),
      ),
    )
    expect(text).not.toMatch(/[sS]ealed|passwordHash|tokenHash|13900000101/)
  })

  test('is a page and a workbook to read, and the same for programs', async () => {
    for (const userName of ['qingyuan', 'zhangwei']) {
      const { token } = await demo(userName)
      const { names, page, sheets, data } = await download(token)
      expect(names).toEqual(['我的信息.html', '我的信息.xlsx', '我的信息.json'])
      expect(page).toMatch(/<h1>.+的全部信息<\/h1>/)
      expect(page).not.toContain('<script')
      const [headings, ...contents] = sheets.目录!
      expect(headings).toEqual(['种类', '数量', '用途', '保存多久'])
      for (const [name, count] of contents) {
        expect(page).toContain(`<h2>${name}（${count}）</h2>`)
        if (count === '0') expect(sheets[name!]).toBeUndefined()
        else expect(sheets[name!]).toHaveLength(Number(count) + 1)
      }
      for (const [name, [titles]] of Object.entries(sheets))
        for (const title of titles!) expect(title, `${userName}: ${name}`).toMatch(/\p{Script=Han}/u)
      const { phone } = data.account.rows[0]
      expect(page).toContain(phone)
      expect(sheets.账号![1]).toContain(phone)
    }
  })

  test('counts look-ups of one’s certificates by the day', async () => {
    const { token, personId } = await demo('zhangwei')
    const [own] = await site.services.db
      .select()
      .from(certificate)
      .where(and(eq(certificate.personId, personId!), eq(certificate.register, 'personnel')))
    for (let n = 0; n < 2; n++) await site.get('/cert/verify', { number: own!.number })
    const { data } = await download(token)
    expect(data.lookups.rows).toContainEqual(expect.objectContaining({ number: own!.number, via: 'number', times: 2 }))
    expect(data.person.rows[0]).toMatchObject({ name: '张伟', idNumber: expect.stringMatching(/^\d{17}[\dX]$/) })
  })
})
