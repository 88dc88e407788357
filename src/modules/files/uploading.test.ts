import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { signUp } from '../../../test/make.ts'
import { docx, film, pdf, send, upload, zip } from '../../../test/uploads.ts'
import { file, fileSize } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let dataDir: string
let headers: { token: string }
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hangxie-files-'))
  site = await startApp({ env: { DATA_DIR: dataDir } })
  headers = { token: (await signUp(site)).token }
})
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true })
})

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
/** What is left in the store and among the temporary files. */
const leftOvers = async () => {
  const stored = (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(e =>
    e.isFile(),
  )
  return { stored: stored.length, temporary: (await readdir(join(dataDir, 'tmp')).catch(() => [])).length }
}
const bytesOf = async (id: number, query = '') => {
  const response = await site.app.inject({ url: `/api/file/${id}${query}`, headers })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}

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
      codes: [],
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

  test('a material, whose QR codes are read', async () => {
    const stamped = await QRCode.toBuffer('https://site.test/a?申请=1', { width: 400 })
    const { data } = await upload(site, stamped, { name: 'scan.png', headers })
    expect(data.codes).toEqual(['https://site.test/a?申请=1'])
    const { data: picture } = await upload(site, stamped, { use: 'picture', name: 'scan.png', headers })
    expect(picture.codes).toEqual([])
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

describe('what nobody should upload is refused with a sentence, and leaves nothing', () => {
  const html = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const picture = { use: 'picture' }
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  /** The head of a PNG that would unpack to 2.7 GB. */
  const huge = async () => {
    const png = await noise(10, 10).png().toBuffer()
    png.writeUInt32BE(30_000, 16)
    png.writeUInt32BE(30_000, 20)
    png.writeUInt32BE((await import('node:zlib')).crc32(png.subarray(12, 29)), 29)
    return png
  }
  const cases: [string, () => Buffer | Promise<Buffer>, object, RegExp][] = [
    ['HTML named .jpg', () => html, { ...picture, name: 'a.jpg' }, /不支持这种文件/],
    ['HTML named .pdf', () => html, { name: 'a.pdf' }, /不支持这种文件/],
    ['SVG with a script', () => svg, { ...picture, name: 'a.svg' }, /不支持这种文件/],
    ['a program named .pdf', () => Buffer.from('MZ\x90\0'.padEnd(300, '\0'), 'latin1'), {}, /不支持这种文件/],
    ['a film where a picture is asked for', () => film(), picture, /JPG、PNG、WEBP、GIF/],
    ['nothing', () => Buffer.alloc(0), {}, /文件是空的/],
    ['21 MB', () => Buffer.concat([pdf(), Buffer.alloc(21 << 20)]), {}, /不能超过 20 MB/],
    ['a picture of 30000 × 30000', huge, { ...picture, name: 'a.png' }, /30000 × 30000 像素/],
    ['half a picture', async () => (await noise(900, 900).jpeg().toBuffer()).subarray(0, 9_000), picture, /已损坏/],
    ['HEIC', () => heic, picture, /暂不支持 HEIC 照片.*兼容性最佳/],
    ['half a film', () => film().subarray(0, 200), { use: 'video' }, /视频已损坏/],
    ['a ZIP file', () => zip({ 'a.txt': Buffer.from('a') }), { use: 'document' }, /不支持这种文件/],
    [
      'a Word file that unpacks to 210 MB',
      () => docx({ 'word/media/a.bin': Buffer.alloc(210 << 20) }),
      { use: 'document' },
      /解压后过大/,
    ],
    [
      'a Word file with a macro',
      () => docx({ 'word/vbaProject.bin': Buffer.from('a') }),
      { use: 'document' },
      /含有宏/,
    ],
    [
      'a Word file that reaches out of its folder',
      () => docx({ '../a': Buffer.from('a') }),
      { use: 'document' },
      /损坏/,
    ],
    [
      'half a Word file',
      () => docx({ 'word/media/a.bin': Buffer.alloc(5_000) }).subarray(0, -10),
      { use: 'document' },
      /损坏/,
    ],
    ['an unknown use', () => pdf(), { use: 'virus' }, /应为 material/],
    ['in another field', () => pdf(), { field: 'attachment' }, /file 的字段/],
  ]
  test.each(cases)('%s', async (_, make, about, sentence) => {
    const before = await leftOvers()
    expect(await upload(site, await make(), { ...about, headers })).toMatchObject({
      status: 200,
      code: 400,
      msg: sentence,
    })
    expect(await leftOvers()).toEqual({ ...before, temporary: 0 })
  })

  test('a picture that is a page as well becomes a picture and nothing else', async () => {
    const both = Buffer.concat([await noise(50, 50).gif().toBuffer(), html])
    const { data } = await upload(site, both, { ...picture, name: 'a.html', headers })
    expect(data.name).toBe('a.gif')
    expect((await bytesOf(data.id)).includes('script')).toBe(false)
  })

  test('two files, no file, a form that ends too early or is none', async () => {
    const before = await leftOvers()
    const two = new FormData()
    two.append('use', 'material')
    two.append('file', new File([pdf() as BlobPart], 'a.pdf'))
    two.append('file', new File([pdf() as BlobPart], 'b.pdf'))
    expect(await send(site, two, headers)).toMatchObject({ code: 400, msg: '一次只能上传一个文件' })
    const none = new FormData()
    none.append('use', 'material')
    expect(await send(site, none, headers)).toMatchObject({ code: 400, msg: '请选择要上传的文件' })
    const type = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    const head =
      '--x\r\ncontent-disposition: form-data; name="use"\r\n\r\nmaterial\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
    for (const body of [`${head}%PDF-1.4`, `${head}%PDF-1.4\r\n--x`, head, '--x\r\n', 'nonsense', ''])
      expect(await send(site, Buffer.from(body), type), JSON.stringify(body.slice(-20))).toMatchObject({
        code: 400,
        msg: /\p{Script=Han}/u,
      })
    expect(await send(site, Buffer.from('a'), { ...headers, 'content-type': 'multipart/form-data' })).toMatchObject({
      code: 400,
    })
    expect(await send(site, Buffer.from('{}'), { ...headers, 'content-type': 'application/json' })).toMatchObject({
      code: 400,
      msg: '请选择要上传的文件',
    })
    expect(await leftOvers()).toEqual({ ...before, temporary: 0 })
  })

  test('by nobody', async () => {
    expect(await upload(site, pdf(), { headers: { token: 'anonymous' } })).toMatchObject({
      status: 401,
      msg: '请先登录',
    })
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
