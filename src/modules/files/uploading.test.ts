import QRCode from 'qrcode'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bytesOf, headers, noise, setUpUploading, site } from '#test/setups/uploading.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { codesIn, docx, film, pdf, upload, zip } from '#test/support/uploads.ts'
import { file, fileSize } from './server/tables.ts'

setUpUploading()

describe('a member uploads', () => {
  test('a document, and reads it back as it was', async () => {
    const bytes = pdf('章程')
    const { code, data } = await upload(site, bytes, { name: '会员 章程.pdf', headers })
    expect(code).toBe(200)
    expect(data).toEqual({
      id: data.id,
      name: '会员 章程.pdf',
      size: bytes.length,
      url: `/api/file/${data.id}`,
      ext: 'pdf',
      type: 'application/pdf',
      width: null,
      height: null,
    })
    expect((await bytesOf(data.id)).equals(bytes)).toBe(true)
  })

  test('a photo, of which place and camera are gone, upright and with smaller copies', async () => {
    const exif = {
      IFD0: { Make: 'Phone', Copyright: '某人' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 0/1' },
    }
    const photo = await noise(2000, 1000).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Phone')
    const { data } = await upload(site, photo, { use: 'picture', name: 'IMG_1.JPEG', headers })
    expect(data).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg', width: 1000, height: 2000 })
    const kept = await bytesOf(data.id)
    const about = await sharp(kept).metadata()
    expect(about).toMatchObject({ format: 'jpeg', width: 1000, height: 2000, hasProfile: true, space: 'srgb' })
    expect([about.exif, about.xmp, about.iptc, about.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(kept.includes('Phone')).toBe(false)
    for (const width of [320, 800]) {
      const copy = await sharp(await bytesOf(data.id, `?w=${width}`)).metadata()
      expect(copy).toMatchObject({ format: 'webp', width, height: 2 * width })
      expect(copy.exif).toBeUndefined()
    }
    expect((await bytesOf(data.id, '?w=1600')).equals(kept)).toBe(true)
  })

  test('a moving picture, which goes on moving', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map(background =>
        sharp({ create: { width: 500, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 0 })
      .toBuffer()
    const { data } = await upload(site, gif, { use: 'picture', name: 'a.gif', headers })
    expect(data).toMatchObject({ width: 500, height: 300, type: 'image/gif' })
    expect(await sharp(await bytesOf(data.id), { animated: true }).metadata()).toMatchObject({ pages: 3 })
    expect(await sharp(await bytesOf(data.id, '?w=320'), { animated: true }).metadata()).toMatchObject({
      pages: 3,
      width: 320,
    })
  })

  test('a film, which no longer says where it was taken', async () => {
    const { data } = await upload(site, film(), { use: 'video', name: '宣传片.mov', headers })
    expect(data).toMatchObject({ name: '宣传片.mp4', type: 'video/mp4', size: film().length })
    const kept = await bytesOf(data.id)
    expect(kept.includes('116.4074')).toBe(false)
    expect(kept.subarray(-1000).equals(film().subarray(-1000))).toBe(true)
  })

  test('a Word file where documents are asked for, and not where a material is', async () => {
    expect(await upload(site, docx(), { use: 'document', name: '方案.docx', headers })).toMatchObject({
      code: 200,
      data: { ext: 'docx' },
    })
    expect(await upload(site, docx(), { name: '方案.docx', headers })).toMatchObject({
      code: 400,
      msg: /PDF、JPG、PNG/,
    })
  })

  test('an electronic invoice, as PDF or OFD, and no other ZIP file for it', async () => {
    const invoice = { use: 'invoice', name: '发票.ofd', headers }
    const ofd = zip({ 'OFD.xml': Buffer.from('<ofd:OFD/>'), 'Doc_0/Document.xml': Buffer.from('<a/>') })
    expect((await upload(site, ofd, invoice)).data).toMatchObject({ ext: 'ofd', type: 'application/ofd' })
    expect((await upload(site, pdf(), invoice)).data).toMatchObject({ name: '发票.pdf' })
    for (const bytes of [zip({ 'a.xml': Buffer.from('<a/>') }), docx()])
      expect(await upload(site, bytes, invoice)).toMatchObject({ code: 400, msg: expect.stringContaining('PDF、OFD') })
  })

  test('what goes with an article, from staff alone: Office and WPS by what is inside, ZIP files without programs', async () => {
    const { cookie } = await staffSession(site, await staffWith(site, ['writer']))
    const own = { use: 'attachment', headers: { cookie, 'sec-fetch-site': 'same-origin' } }
    const old = (inside: string) =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(inside, 'utf16le')])
    const cases = [
      ['通知.doc', old('WordDocument'), '通知.doc'],
      ['通知.wps', old('WordDocument'), '通知.doc'],
      ['名单.et', old('Workbook'), '名单.xls'],
      ['讲稿.ppt', old('PowerPoint Document'), '讲稿.ppt'],
      ['讲稿.dps', old('PowerPoint Document'), '讲稿.ppt'],
      ['材料.zip', zip({ 'a.txt': Buffer.from('a') }), '材料.zip'],
      ['通知.docx', docx(), '通知.docx'],
    ] as const
    for (const [name, bytes, kept] of cases)
      expect((await upload(site, bytes, { ...own, name })).data, name).toMatchObject({ name: kept })
    const program = zip({ 'setup.exe': Buffer.from('MZ') })
    expect(await upload(site, program, own)).toMatchObject({ code: 400, msg: expect.stringContaining('程序文件') })
    expect(await upload(site, pdf(), { use: 'attachment', headers })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('工作人员'),
    })
  })

  test('a material, whose QR codes are read', async () => {
    const stamped = await QRCode.toBuffer('https://site.test/a?申请=1', { width: 400 })
    const { data } = await upload(site, stamped, { name: 'scan.png', headers })
    expect(await codesIn(site, data.id)).toEqual(['https://site.test/a?申请=1'])
    const { data: picture } = await upload(site, stamped, { use: 'picture', name: 'scan.png', headers })
    expect(await codesIn(site, picture.id)).toEqual([])
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\a\\合同.PDF', '合同.pdf'],
    ['setup.exe', 'setup.pdf'],
    ['photo.jpg.exe', 'photo.jpg.pdf'],
    ['发票\u202Efdp.exe', '发票fdp.pdf'],
    ['a\u0007b<c>.pdf', 'abc.pdf'],
    ['.pdf', '未命名.pdf'],
    [`${'长'.repeat(300)}.pdf`, `${'长'.repeat(116)}.pdf`],
  ])('under a name that is made safe: %j', async (name, clean) => {
    expect(await upload(site, pdf(), { name, headers })).toMatchObject({ code: 200, data: { name: clean } })
  })
})

test('every file has its row and every row its file', async () => {
  const { db, store } = site.services
  const keys = [...(await db.select().from(file)), ...(await db.select().from(fileSize))].map(({ key }) => key)
  const stored: string[] = []
  for await (const { key } of store.list()) stored.push(key)
  expect(stored.sort()).toEqual(keys.sort())
  expect(keys.length).toBeGreaterThan(10)
})
