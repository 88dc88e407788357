import { randomUUID } from 'node:crypto'
import type { Download } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import type { Election } from './elections.ts'
import { type BundleFile, bookOf, readMeetingPapers } from './meetingPapers.ts'
import {
  objectionsTable,
  officersOf,
  officersTable,
  paperDocx,
  paperPdf,
  protocolOf,
  readPaperFacts,
  rollTable,
  signedPdf,
  signInSheet,
  votesTable,
} from './papers.ts'

/** 备案材料: the papers of an election in one ZIP file, with a list of what is inside. */
export async function filingBundle(ctx: Ctx, of: Election): Promise<Download> {
  const facts = await readPaperFacts(ctx, of)
  const [protocol, officers, signIn] = [await protocolOf(ctx, facts), officersOf(facts), signInSheet(facts)]
  const files: BundleFile[] = [
    {
      name: '01 当选人员名单.xlsx',
      about: '职务、姓名、出生年月、单位',
      make: () => bookOf('当选人员名单', officersTable(facts)),
    },
    { name: '01 当选人员名单.docx', about: '同上，可修改', make: () => paperDocx(officers) },
    { name: '02 选举结果记录.pdf', about: '带协会的数字签名', make: () => signedPdf(ctx, protocol) },
    { name: '02 选举结果记录.docx', about: '同上，可修改', make: () => paperDocx(protocol) },
    { name: '03 签到表.pdf', about: '有选举权的单位和个人', make: () => paperPdf(signIn) },
    { name: '03 签到表.docx', about: '同上，可修改', make: () => paperDocx(signIn) },
    { name: '04 选举人名册.xlsx', about: '包括没有选举权的和理由', make: () => bookOf('选举人名册', rollTable(facts)) },
    { name: '05 得票.xlsx', about: '各候选人的得票和结果', make: () => bookOf('得票', votesTable(facts)) },
    { name: '06 名册异议.xlsx', about: '异议和处理结果', make: () => bookOf('名册异议', objectionsTable(facts)) },
  ]
  const meetings = await readMeetingPapers(ctx, of)
  files.push(...meetings.files)
  const index = paperPdf({
    ...facts.head,
    title: `${of.title}备案材料目录`,
    paragraphs: [...meetings.missing, '登记管理机关另要的其他材料，请自行附上。'],
    tables: [
      {
        title: '',
        columns: [
          { name: '文件', share: 50 },
          { name: '内容', share: 70 },
        ],
        rows: files.map(({ name, about }) => [name, about]),
      },
    ],
    signatures: [],
  })
  async function* entries() {
    yield { name: '00 目录.pdf', bytes: index }
    for (const { name, make } of files) yield { name, bytes: await make() }
  }
  return {
    name: `${of.title}备案材料.zip`,
    type: 'application/zip',
    inline: false,
    isPrivate: true,
    etag: `"${randomUUID()}"`,
    body: async () => zipOf(entries(), ctx.now),
  }
}
