import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bytesOf, dataDir, headers, noise, setUpUploading, site } from '#test/setups/uploading.ts'
import { crowdedFilm, deepFilm, docx, film, lockedPdf, pdf, send, upload, zip } from '#test/support/uploads.ts'

setUpUploading()

const leftOvers = async () => {
  const stored = (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(e =>
    e.isFile(),
  )
  return { stored: stored.length, temporary: (await readdir(join(dataDir, 'tmp')).catch(() => [])).length }
}

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
    ['a film of a million boxes', crowdedFilm, { use: 'video' }, /视频的内部结构过于复杂/],
    ['a film of boxes in boxes', deepFilm, { use: 'video' }, /视频的内部结构过于复杂/],
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
    ['a PDF that opens with a password only', () => lockedPdf('secret'), {}, /设有打开密码.*没有密码的 PDF/],
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

test('a PDF that opens without a password is taken, though it may not be copied', async () => {
  expect(await upload(site, lockedPdf(''), { headers })).toMatchObject({ code: 200, data: { ext: 'pdf' } })
})
