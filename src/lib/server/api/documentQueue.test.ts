import { beforeAll, expect, test, vi } from 'vitest'
import { poolOf } from '#lib/server/database/db.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs, staffSession } from '#test/support/make.ts'

setUpSite({ demo: true, env: { DOCUMENTS_PER_MINUTE: '30' } })

let token: string
let url: string
beforeAll(async () => {
  token = await signInAs(site, 'qingyuan')
  const [first] = (await site.as(token).get('/member/qualification/list')).data
  url = `/api/member/certificate/card?certId=${first.certId}`
})

const headers = { 'sec-fetch-site': 'same-origin' }
const card = () => site.app.inject({ url, headers: { ...headers, token } })

test('of many documents at once one account has one made and a few waiting; others go on', async () => {
  const asked = Array.from({ length: 40 }, card)
  const other = site.app.inject({ url: '/api/cert/credential/keys' })
  const answers = await Promise.all(asked)
  const made = answers.filter(answer => answer.headers['content-type'] === 'image/png')
  const refused = answers.filter(answer => answer.headers['content-type'] !== 'image/png')
  expect([made.length, refused.length]).toEqual([9, 31])
  for (const one of refused) {
    expect(one.json()).toMatchObject({ code: 429, msg: '您要的文件正在生成，请等它们完成后再下载' })
    expect(one.headers['retry-after']).toBe('5')
  }
  expect((await other).statusCode).toBe(200)
  expect((await card()).headers['content-type']).toBe('image/png')
})

test('calls that are refused while others wait do not look up their session', async () => {
  const asking = vi.spyOn(poolOf(site.services.db), 'query')
  try {
    const answers = await Promise.all(Array.from({ length: 40 }, card))
    const refused = answers.filter(answer => answer.headers['content-type'] !== 'image/png')
    expect(refused.length).toBe(31)
    const lookups = asking.mock.calls.filter(([asked]) =>
      /from "session"/.test((asked as { text?: string }).text ?? ''),
    )
    expect(lookups.length).toBe(9)
  } finally {
    asking.mockRestore()
  }
})

test('in a minute one account has no more made than its share, and another its own', async () => {
  const answers = []
  for (let n = 0; n < 30; n++) answers.push(await card())
  expect(answers.at(-1)!.json()).toMatchObject({ code: 429 })
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  const { cookie } = await staffSession(site, 'admin')
  const list = await site.app.inject({ url: '/api/staff/redirect/export', headers: { ...headers, cookie } })
  expect(list.headers['content-type']).toContain('spreadsheet')
})

test('workbooks that are written while they are sent wait for each other, too', async () => {
  const { cookie } = await staffSession(site, 'admin')
  const asked = Array.from({ length: 15 }, () =>
    site.app.inject({ url: '/api/staff/redirect/export', headers: { ...headers, cookie } }),
  )
  const types = (await Promise.all(asked)).map(({ headers }) => headers['content-type'])
  expect(types.filter(type => type?.includes('spreadsheet')).length).toBeGreaterThanOrEqual(1)
  expect(types.filter(type => type?.includes('json')).length).toBeGreaterThanOrEqual(1)
})
