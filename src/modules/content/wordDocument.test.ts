import {
  AlignmentType,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  Document,
  Header,
  HeadingLevel,
  ImageRun,
  InsertedTextRun,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpArticles } from '#test/setups/articles.ts'
import { site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { docx, oldOffice, pdf, zip } from '#test/support/uploads.ts'

setUpArticles()

const by = { author: '李处', date: '2026-11-30T10:00:00Z' }
let picture: Buffer
let session: { cookie: string }
beforeAll(async () => {
  session = await staffSession(site, 'editor')
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b4a7f' } })
    .png()
    .toBuffer()
})

async function read(bytes: Uint8Array, name = '通知.docx') {
  const form = new FormData()
  form.append('file', new File([bytes as BlobPart], name))
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/staff/article/document',
    payload: form,
    headers: { ...session, 'sec-fetch-site': 'same-origin' },
  })
  return response.json()
}

const level = (level: number, format: (typeof LevelFormat)[keyof typeof LevelFormat], text: string, start = 1) => ({
  level,
  format,
  text,
  start,
})
const item = (reference: string, text: string, level = 0) => new Paragraph({ text, numbering: { reference, level } })

/** A notice as an office has it: reviewed, numbered, with a table and a picture. */
const notice = () =>
  Packer.toBuffer(
    new Document({
      comments: { children: [{ id: 0, ...by, date: new Date(by.date), children: [new Paragraph('这句领导说要删')] }] },
      numbering: {
        config: [
          { reference: 'chinese', levels: [level(0, LevelFormat.CHINESE_COUNTING, '%1、')] },
          {
            reference: 'decimal',
            levels: [level(0, LevelFormat.DECIMAL, '%1.', 3), level(1, LevelFormat.BULLET, '●')],
          },
        ],
      },
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('内部文件')] }) },
          children: [
            new Paragraph({ text: '关于年会的通知', heading: HeadingLevel.HEADING_1, alignment: AlignmentType.CENTER }),
            new Paragraph({
              children: [
                new TextRun('会费'),
                new DeletedTextRun({ text: '八千', id: 1, ...by }),
                new InsertedTextRun({ text: '五千', id: 2, ...by }),
                new CommentRangeStart(0),
                new TextRun('元'),
                new CommentRangeEnd(0),
                new TextRun({ children: [new CommentReference(0)] }),
                new TextRun({ text: '旧标准', strike: true }),
                new TextRun({ text: '底价', vanish: true }),
              ],
            }),
            item('chinese', '时间'),
            item('chinese', '地点'),
            item('decimal', '报到'),
            item('decimal', '大堂', 1),
            item('decimal', '开会'),
            new Paragraph('中间一段'),
            item('decimal', '散会'),
            new Table({
              rows: [
                new TableRow({ children: [new TableCell({ columnSpan: 2, children: [new Paragraph('合计')] })] }),
                new TableRow({
                  children: [
                    new TableCell({ children: [new Paragraph('甲')] }),
                    new TableCell({ children: [new Paragraph('乙')] }),
                  ],
                }),
              ],
            }),
            new Paragraph({
              children: [new ImageRun({ type: 'png', data: picture, transformation: { width: 40, height: 30 } })],
            }),
          ],
        },
      ],
    }),
  )

describe('a Word document becomes the text of an article', { timeout: 180_000 }, () => {
  test('with its changes accepted, its numbers, its table and its picture; what was left out is told', async () => {
    const { code, data } = await read(await notice())
    expect(code).toBe(200)
    const html = data.html.replace(/\/api\/file\/\d+/g, '/api/file/1')
    expect(html).toBe(
      '<h1 style="text-align:center">关于年会的通知</h1>' +
        '<p>会费五千元<s>旧标准</s></p>' +
        '<p>一、时间</p><p>二、地点</p>' +
        '<ol start="3"><li>报到<ul><li>大堂</li></ul></li><li>开会</li></ol>' +
        '<p>中间一段</p>' +
        '<ol start="5"><li>散会</li></ol>' +
        '<table><tr><td colspan="2"><p>合计</p></td></tr><tr><td><p>甲</p></td><td><p>乙</p></td></tr></table>' +
        '<p><img src="/api/file/1" loading="lazy" /></p>',
    )
    expect(data.notes).toEqual([
      '1 条批注没有带入',
      '2 处修订按接受后的文字带入',
      '1 处隐藏的文字没有带入',
      '页眉页脚没有带入',
    ])
  })

  test('is refused with a true reason where it is none, of an old format, locked or without end', async () => {
    expect((await read(oldOffice('WordDocument'), '通知.wps')).msg).toContain('.doc 或 .wps')
    expect((await read(oldOffice('EncryptedPackage'))).msg).toContain('打开密码')
    expect((await read(pdf())).msg).toContain('不是 Word 文档')
    expect((await read(zip({ 'a.txt': Buffer.from('a') }))).msg).toContain('不是 Word 文档')
    expect((await read(docx())).msg).toContain('已损坏，无法读取')
    const body = (inner: string) =>
      docx({
        '_rels/.rels': Buffer.from(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        ),
        'word/document.xml': Buffer.from(
          `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inner}</w:body></w:document>`,
        ),
      })
    expect((await read(body('<w:p/>'))).msg).toBe('文档中没有读出文字')
    expect((await read(body('<w:p><w:r><w:t>字</w:t></w:r></w:p>'.repeat(110_000)))).msg).toContain('文档过长')
    expect((await read(body('<w:sdt><w:sdtContent>'.repeat(5_000)))).code).toBe(400)
    expect((await read(body('<w:p/>'.repeat(10) + ' '.repeat(60 << 20)))).msg).toContain('文档展开后过大')
  })
})
