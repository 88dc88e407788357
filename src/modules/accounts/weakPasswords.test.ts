import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { later, newAddress, PASSWORD, signUp } from '#test/support/make.ts'
import { makeEntryLink } from './colleagues/server/entryLinks.ts'
import { commonPasswords } from './server/commonPasswords.ts'
import { isMadeOf } from './server/contextWords.ts'
import { passwordFault } from './server/passwords.ts'

setUpSite({ demo: true })

const faultOf = (password: string) => passwordFault(site.ctx(), password)

test('none that was often found among stolen ones is taken, in whatever case', async () => {
  const known = [...(await commonPasswords())]
  expect(known.length).toBeGreaterThan(20_000)
  const long = dictionary['passwords-common'].filter(word => word.length >= 8)
  for (const word of [...long.filter((_, n) => n % 100 === 0), long.at(-1)!.toUpperCase(), 'woaini1314'])
    expect(await faultOf(word), word).toBeTruthy()
})

test('nor one with a year or a sign added, nor what the program shows as its own', async () => {
  for (const word of ['Football2026', 'sunshine#2026', '123monkey!', 'ｐａｓｓｗｏｒｄ'])
    expect(await faultOf(word), word).toContain('太常见')
  expect(await faultOf('hangxie-demo-2026!')).toContain('演示账号')
})

test('nor the name of the association, also in pinyin, nor only words of its trade and digits', async () => {
  const { association } = (await site.get('/config/public')).data
  expect(await faultOf(`x${association.name}`)).toContain('协会的名称')
  expect(await faultOf('zhongguoguoluqingxi2026')).toMatch(/行业的名称|协会的名称/)
  for (const word of ['guoluqingxi2026', 'GuoLu@2026', 'qingxi_888888', '锅炉清洗1234'])
    expect(await faultOf(word), word).toContain('行业的名称')
  for (const fine of [PASSWORD, 'qing chen de guolu', 'guolu, die ich 3mal sah'])
    expect(await faultOf(fine), fine).toBeUndefined()
})

test('what stands in none of such words counts, wherever it stands', () => {
  expect(isMadeOf('guoluqingxi88', ['guolu', 'qingxi'])).toBe(true)
  expect(isMadeOf('guoluabcd', ['guolu'])).toBe(false)
  expect(isMadeOf('12345678', ['guolu'])).toBe(false)
})

test('wherever somebody chooses a password', async () => {
  const weak = 'Football2026'
  const both = { newPwd: weak, confirmPwd: weak }
  const { api, phone, userName } = await signUp(site)
  await later(site, 1)
  const from = site.from(newAddress())
  const [own] = (await site.services.db.execute<{ id: number }>(`select id from account where user_name = 'editor'`))
    .rows
  const link = await makeEntryLink(site.ctx(), { purpose: 'reset', accountId: own!.id })
  const answers = [
    await api.post('/member/changePwd', { oldPwd: PASSWORD, ...both }),
    await api.post('/member/changePwdByCode', { phone, code: '000000', ...both }),
    await from.post('/pwd/resetByCode', { phone, code: '000000', ...both }),
    await from.post('/staff/entry/use', { token: link.split('#')[1], ...both }),
  ]
  for (const { code, data } of answers)
    expect([code, data?.fields.newPwd]).toEqual([400, expect.stringContaining('太常见')])
  const form = { accountType: 'person', userName: `${userName}x`, phone, code: '0', agree: [], realName: '李晓明' }
  expect((await from.post('/register', { ...form, password: weak })).data.fields.password).toContain('太常见')
})
