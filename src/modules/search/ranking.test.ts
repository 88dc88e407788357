import { describe, expect, test } from 'vitest'
import { publish, search, titles } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'

setUpSite({ demo: true })

describe('first comes', () => {
  const firstFor = async (key: string) => titles((await search({ key })).data.list)[0]

  test('a heading that is just what was typed, in whatever characters', async () => {
    for (const title of ['《档案管理规定》释义与档案管理规定问答', '档案管理规定', '档案管理规定的说明'])
      await publish(title)
    for (const key of ['档案管理规定', '檔案管理規定', '《档案管理规定》', ' 档案 管理规定 '])
      expect(await firstFor(key), key).toBe('档案管理规定')
  })

  test('a law by its short name, by its full name and by its initials', async () => {
    await publish('关于学习《中华人民共和国会计法》的通知')
    await publish('中华人民共和国会计法')
    await publish('会计法修改了什么')
    for (const key of ['会计法', '中华人民共和国会计法', '會計法', 'kjf'])
      expect(await firstFor(key), key).toBe('中华人民共和国会计法')
  })

  test('what is called so, before the certificates of all who work for a company of such a name', async () => {
    const { list, facets } = (await search({ key: '水处理' })).data
    expect(facets.find(({ type }: { type: string }) => type === 'person').count).toBeGreaterThan(10)
    expect(list.slice(0, 5).map(({ type }: { type: string }) => type)).not.toContain('person')
  })

  test('the shorter of two headings that have it', async () => {
    await publish('渔船检验工作安排以及有关的一些说明和要求')
    await publish('渔船检验工作')
    expect(await firstFor('渔船检验')).toBe('渔船检验工作')
  })

  const HALF_A_YEAR = 180

  test('of two texts the one that has the words nearer to each other, though it is older', async () => {
    await publish('甲', `渔港的灯塔管理和船闸管理${'，其余从略'.repeat(200)}`, HALF_A_YEAR)
    await publish('乙', `渔港的灯塔管理${'，其余从略'.repeat(200)}，以及船闸管理`)
    expect(await firstFor('灯塔管理 船闸管理')).toBe('甲')
  })

  test('of two texts the one that has a phrase more often, though it is older', async () => {
    const often = '渔具登记办法，见渔具登记办法。渔具登记办法的说明：渔具登记办法即渔具登记办法。'
    await publish('丙', often, HALF_A_YEAR)
    await publish('丁', '渔具登记办法，见附件。附件从略。')
    expect(await firstFor('渔具登记办法')).toBe('丙')
  })

  test('of two texts the newer, where they say it alike', async () => {
    await publish('戊', '渔网丈量办法，见附件。')
    await publish('己', '渔网丈量办法，见附件。', HALF_A_YEAR)
    expect(await firstFor('渔网丈量办法')).toBe('戊')
  })

  test.each(['GB/T 1576-2018', 'GB/T1576', 'GB T 1576-2018', 'gbt1576', 'gb／t　1576—2018', 'GBT 1576'])(
    'a standard written as %j',
    async key => {
      expect(await firstFor(key)).toMatch(/GB\/T 1576/)
    },
  )
})

describe('words that mean the same', () => {
  test('find each other as the association has said', async () => {
    expect((await search({ key: '抄表员' })).data.total).toBe(0)
    const admin = await asStaff(site, 'admin')
    const settings = (await admin.get('/staff/settings')).data as { code: string; version: string }[]
    const { version } = settings.find(({ code }) => code === 'search')!
    const form = { synonyms: '抄表员  安全总监\n一个' }
    expect((await admin.post('/staff/settings/save', { code: 'search', version, form })).code).toBe(200)
    const { data } = await search({ key: '抄表员' })
    expect(titles(data.list)[0]).toContain('安全总监')
    expect(data.list[0].title).toContain('<em>安全总监</em>')
  })
})
