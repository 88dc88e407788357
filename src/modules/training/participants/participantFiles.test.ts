import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { codeFor, newAddress, newPhone, signUpComplete } from '#test/support/make.ts'
import { residentId, sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { course } from '../server/tables.ts'

setUpSite({ demo: true })

/** Course leading to a certificate with levels. */
let trainingId: number
beforeAll(async () => {
  const kinds = await site.services.db.select().from(personnelKind)
  const personnelKindId = kinds.find(({ levels }) => levels.length > 0)!.id
  const [found] = await site.services.db.select().from(course)
  trainingId = found!.id
  const asking = { personnelKindId, levelCode: '', asksPhoto: true }
  await site.services.db.update(course).set(asking).where(eq(course.id, trainingId))
})

async function ticket(phone = newPhone()): Promise<string> {
  const smsCode = await codeFor(site, { scene: 'training', phone })
  const { data } = await site.from(newAddress()).post('/app/training/phone', { contactMobile: phone, smsCode })
  return data.ticket
}

type Headers = Record<string, string>
async function send(path: string, headers: Headers, bytes: Uint8Array, name: string, fields: object = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: `/api/app/training${path}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...headers, 'content-type': body.headers.get('content-type')! },
    remoteAddress: newAddress(),
  })
  return response.json()
}

const plain = (width: number, height: number, background = '#ffffff') =>
  sharp({ create: { width, height, channels: 3, background } })
const jpeg = (width: number, height: number, background?: string) => plain(width, height, background).jpeg().toBuffer()

/** Bars of light and shade. */
const striped = () =>
  plain(120, 60, '#f4f4f4')
    .composite([{ input: { create: { width: 60, height: 60, channels: 3, background: '#1f3d1f' } } }])
    .png()
    .toBuffer()

describe('a photo', () => {
  let headers: Headers
  beforeAll(async () => {
    headers = { ticket: await ticket() }
  })
  const photo = async (bytes: Uint8Array | Promise<Uint8Array>) => send('/photo', headers, await bytes, '照片.jpg')

  test('of the size of a small print is taken, on white, blue or red', async () => {
    for (const ground of ['#ffffff', '#438edb', '#d9001b']) {
      const { code, data } = await photo(jpeg(295, 413, ground))
      expect({ code, hints: data.hints, width: data.width }).toEqual({ code: 200, hints: [], width: 295 })
    }
  })

  test('on another ground, or with a garden behind, is taken with a hint', async () => {
    expect((await photo(jpeg(500, 700, '#2d6a2d'))).data.hints).toEqual([expect.stringContaining('白、蓝、红')])
    const garden = plain(500, 700).composite([{ input: await striped(), tile: true }])
    expect((await photo(garden.jpeg().toBuffer())).data.hints).toEqual([expect.stringContaining('不是纯色')])
  })

  test('that cannot be printed is refused with what to do', async () => {
    const refusal = async (bytes: Uint8Array | Promise<Uint8Array>) => {
      const { code, msg } = await photo(bytes)
      return `${code} ${msg}`
    }
    expect(await refusal(jpeg(700, 500))).toBe('400 照片应为竖版（高大于宽），现为 700×500 像素，请裁剪后再上传')
    expect(await refusal(jpeg(200, 280))).toContain('不能小于 295×413 像素，现为 200×280 像素')
    expect(await refusal(jpeg(400, 900))).toContain('宽高比应接近 5:7')
    expect(await refusal(plain(400, 560).webp().toBuffer())).toContain('应为 JPG 或 PNG 格式')
    expect(await refusal(Buffer.from('不是图片'))).toContain('无法读取')
  })

  test('is judged as it is seen, not as the camera lay', async () => {
    const turned = await plain(560, 400).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect((await photo(turned)).data).toMatchObject({ width: 400, height: 560 })
  })

  test('that is too large is made smaller', async () => {
    const bytes = await sharp({
      create: { width: 2000, height: 2800, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 90 } } as never,
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(bytes.length).toBeGreaterThan(500 << 10)
    const { data } = await photo(bytes)
    expect(data).toMatchObject({ width: 590, height: 826 })
    expect(data.size).toBeLessThanOrEqual(500 << 10)
  })

  test('is taken from a member, and from no stranger', async () => {
    const { token } = await signUpComplete(site)
    const good = await jpeg(413, 579)
    expect((await send('/photo', { token }, good, '照片.jpg')).code).toBe(200)
    expect(await send('/photo', {}, good, '照片.jpg')).toMatchObject({ code: 403 })
    expect(await send('/file', {}, good, '回单.jpg')).toMatchObject({ code: 403 })
    const { data } = await send('/file', { ticket: await ticket() }, good, '回单.jpg')
    const [kept] = await site.services.db.select().from(file).where(eq(file.id, data.id))
    expect(kept).toMatchObject({ name: '回单.jpg', isPublic: false, ownerId: null })
  })
})

describe('the list of participants as a workbook', () => {
  const read = async (rows: (string | number)[][]) =>
    send('/participants/read', {}, await workbookOf(rows), '名单.xlsx', { trainingId })

  test('has the columns of the form, and explains what may stand in them', async () => {
    const url = `/api/app/training/participants/template?trainingId=${trainingId}`
    const { rawPayload } = await site.app.inject({ url })
    const [headings] = textsOf(await sheetOf(rawPayload))
    expect(headings).toEqual(expect.arrayContaining(['姓名', '证件类型', '证件号码', '手机', '申报级别', '同意公示']))
    expect(headings).not.toContain('照片')
    const told = textsOf(await sheetOf(rawPayload, '填写说明'))
    expect(told.find(([label]) => label === '学历')?.[2]).toContain('本科')
    expect(told.find(([label]) => label === '证件类型')?.[2]).toContain('护照')
  })

  test('is read by whatever its columns are called, and nothing is kept', async () => {
    const files = await site.services.db.$count(file)
    const { data } = await read([
      ['某公司报名名单'],
      ['序号', '姓 名', '身份证号码', '手机号（必填）', '文化程度', '证件种类', '同意公示'],
      [1, '张晓明', residentId(1), '139 0000 1234', '大专', '身份证', '是'],
      [2, '王芳', 'e12345678', '', '', '护照', '否'],
    ])
    expect(data.errors).toEqual([])
    expect(data.participants).toEqual([
      {
        name: '张晓明',
        sex: expect.stringMatching(/^(male|female)$/),
        idType: 'resident',
        idNumber: residentId(1),
        mobile: '13900001234',
        education: '专科',
        consent: true,
      },
      { name: '王芳', idType: 'passport', idNumber: 'e12345678' },
    ])
    expect(await site.services.db.$count(file)).toBe(files)
  })

  test('tells by row and column what is wrong, and gives what it could read', async () => {
    const { data } = await read([
      ['姓名', '证件号码', '手机', '学历'],
      ['张晓明', 110101198001010000, '12345', '博士后'],
      ['李', residentId(2), '', ''],
    ])
    expect(data.errors).toEqual([
      { row: 2, at: 0, name: 'idNumber', label: '证件号码', text: expect.stringContaining('设为“文本”格式') },
      { row: 2, at: 0, name: 'mobile', label: '手机', text: expect.stringContaining('11 位') },
      { row: 2, at: 0, name: 'education', label: '学历', text: expect.stringContaining('从列表中选择') },
      { row: 3, at: 1, name: 'name', label: '姓名', text: expect.stringContaining('至少 2 个字') },
    ])
    expect(data.participants[1]).toMatchObject({ name: '李', idNumber: residentId(2) })
  })

  test('without names, without people, or with too many, is refused with what to do', async () => {
    expect(await read([['单位', '电话']])).toMatchObject({ code: 400, msg: expect.stringContaining('姓名') })
    expect(await read([['姓名', '手机']])).toMatchObject({ code: 400, msg: expect.stringContaining('名单是空的') })
    const many = Array.from({ length: 101 }, () => ['张晓明'])
    expect(await read([['姓名'], ...many])).toMatchObject({ code: 400, msg: expect.stringContaining('100 人') })
    const text = Buffer.from('姓名,手机')
    expect((await send('/participants/read', {}, text, '名单.csv', { trainingId })).msg).toContain('名单是空的')
    expect((await send('/participants/read', {}, text, '名单.xlsx', { trainingId: 999_999 })).code).toBe(404)
  })
})
