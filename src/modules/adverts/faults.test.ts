import { beforeAll, describe, expect, test } from 'vitest'
import { by, infoOf, listOf, setUpAdvertiser, update } from '#test/setups/advertiser.ts'
import { site } from '#test/setups/site.ts'
import { advertForm, handInAdvert, inDays, makeAdvertiser, pictureOf } from '#test/support/advertising.ts'
import { asStaff, putFile, staffWith } from '#test/support/make.ts'
import { positions } from './positions.ts'

setUpAdvertiser()

describe('what cannot be accepted is said at its field', () => {
  const wrong: [string, string, Record<string, unknown>][] = [
    ['position', '广告位', { position: 'P9', picture: 1 }],
    ['title', '最佳', { title: '最佳锅炉' }],
    ['title', '国家级', { title: '国 家 级 锅炉' }],
    ['alt', '第一品牌', { alt: '锅炉行业第一品牌' }],
    ['description', '最先进', { description: '采用最先进的技术' }],
    ['linkUrl', 'https://', { linkUrl: 'http://www.example.com' }],
    ['linkUrl', 'https://', { linkUrl: 'javascript:alert(1)' }],
    ['linkUrl', '短链接', { linkUrl: 'https://t.cn/A6abc' }],
    ['linkUrl', '跳转', { linkUrl: 'https://www.example.com/go?url=https://evil.example' }],
    ['linkUrl', '域名', { linkUrl: 'https://127.0.0.1/' }],
    ['linkUrl', '用户名', { linkUrl: 'https://www.example.com@evil.example/' }],
    ['linkUrl', '/admin/', { linkType: 'inside', linkUrl: '//evil.example/admin/' }],
    ['linkUrl', '/admin/', { linkType: 'inside', linkUrl: '/admin/../api/file/1' }],
    ['linkUrl', '不登录', { linkType: 'inside', linkUrl: '/admin/login/login?dir=x' }],
    ['linkUrl', '清空', { linkType: 'none' }],
    ['linkUrl', '链接地址', { linkUrl: '' }],
    ['startsOn', '最早', { startsOn: inDays(0) }],
    ['endsOn', '早于', { endsOn: inDays(4) }],
    ['endsOn', '365', { endsOn: inDays(370) }],
    ['contactMobile', '11 位', { contactMobile: '123' }],
  ]
  test.each(wrong)('%s: %s', async (field, words, changes) => {
    const { code, data } = await handInAdvert(site, by, { position: 'P2', ...changes })
    expect(code).toBe(400)
    expect(Object.keys(data.fields)).toEqual([field])
    expect(data.fields[field]).toContain(words)
  })

  test('the licence is asked for', async () => {
    const { form } = await advertForm(site, by)
    const { code, data } = await update(by, { form, materials: [], action: 'submit' })
    expect([code, Object.keys(data.fields)]).toEqual([400, ['licence']])
  })

  test.each([
    ['of other proportions', { width: 1200, height: 150 }, '1200 × 150'],
    ['that is too small', { width: 600, height: 50 }, '600 × 50'],
  ])('a picture %s is refused with both sizes', async (_, size, said) => {
    const picture = await putFile(site, by.token, '图.png', await pictureOf(size), 'picture')
    const { code, data } = await handInAdvert(site, by, { position: 'P2', picture })
    expect(code).toBe(400)
    expect(data.fields.picture).toContain(said)
    expect(data.fields.picture).toContain('1200 × 100')
  })

  test('twice the size in the same proportions is welcome; a GIF is not', async () => {
    const large = await putFile(
      site,
      by.token,
      '图.webp',
      await pictureOf({ width: 2400, height: 203 }, 'webp'),
      'picture',
    )
    expect((await handInAdvert(site, by, { position: 'P2', picture: large })).code).toBe(200)
    const moving = await putFile(site, by.token, '图.gif', await pictureOf(positions.P2, 'gif'), 'picture')
    const { data } = await handInAdvert(site, by, { position: 'P2', picture: moving })
    expect(data.fields.picture).toContain('JPG')
  })

  test('a position that is not open is told, and the draft stays', async () => {
    const one = await makeAdvertiser(site)
    const refused = await handInAdvert(site, one, { position: 'P3' })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('暂不开放') })
    expect((await listOf(one)).list).toMatchObject([{ status: 'draft' }])
  })
})

describe('the words that no advert may say', () => {
  let admin: Awaited<ReturnType<typeof asStaff>>
  beforeAll(async () => {
    admin = await asStaff(site, await staffWith(site, ['admin']))
  })
  const listOfWords = async () => {
    const { data } = await admin.get('/staff/settings')
    return data.find(({ code }: { code: string }) => code === 'advertWords')
  }
  const setWords = async (form: Record<string, string>) => {
    const { version, values } = await listOfWords()
    return admin.post('/staff/settings/save', { code: 'advertWords', version, form: { ...values, ...form } })
  }

  test('begin with those of the law, and stand with the form for whoever fills it in', async () => {
    const { values } = await listOfWords()
    expect(values.forbidden.split('\n')).toEqual(expect.arrayContaining(['国家级', '最高级', '最佳']))
    expect((await infoOf(by)).forbiddenWords).toBe(values.forbidden)
  })

  test('are a list of the association: what it adds is refused, what it takes out is not', async () => {
    expect((await setWords({ forbidden: '一\n最佳', doubtful: '' })).data.fields.forbidden).toContain('2 到 30 个字')
    expect(await setWords({ forbidden: '行业翘楚 从业多年\n国家级', doubtful: '领先' })).toMatchObject({ code: 200 })
    const { data } = await handInAdvert(site, by, { position: 'P2', title: '最佳的行业·翘楚' })
    expect(data.fields).toEqual({ title: '广告标题中有广告禁用的词语：行业翘楚（可写“从业多年”），请改写' })
    const both = await handInAdvert(site, by, { position: 'P2', title: '国家级设备', endsOn: '' })
    expect(Object.keys(both.data.fields).sort(), 'with what is missing').toEqual(['endsOn', 'title'])
    const fine = await handInAdvert(site, by, { position: 'P2', title: '最佳设备', description: '技术领先' })
    expect(fine.code).toBe(200)
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    const { aside } = (await reviewer.get('/staff/review/detail', { id: fine.data.applicationId })).data
    expect(JSON.stringify(aside)).toContain('领先：请核对依据')
  })
})
