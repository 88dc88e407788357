import { randomUUID } from 'node:crypto'
import type { Download } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { record } from '#modules/audit/server/record.ts'
import { csvLine, namedColumns, spssSyntax, type Variable, variablesOf } from '../dataset.ts'
import { type Question, questionKindNames } from '../question.ts'
import { outcomeNames } from '../replyForm.ts'
import { questionsOfAll } from '../tally.ts'
import { readComments } from './publishing.ts'
import { eachAnswer, type ReadAnswer } from './results.ts'
import { countAnswers, findSurvey, named, readVersions, type Survey } from './surveys.ts'

async function questionsOf(ctx: Ctx, of: Survey): Promise<Question[]> {
  return questionsOfAll((await readVersions(ctx, of)).map(({ questions }) => questions))
}

const recordTaken = async (ctx: Ctx, of: Survey) =>
  record(ctx, { action: 'survey.data', ...named(of), detail: { 答卷: await countAnswers(ctx, of) } })

/** Answers with their place in the list: ids would tell the order in which anonymous ones came. */
async function* numbered(answers: AsyncIterable<ReadAnswer>): AsyncGenerator<ReadAnswer & { place: number }> {
  let place = 0
  for await (const answer of answers) yield { ...answer, place: ++place }
}
type Numbered = ReadAnswer & { place: number }

const headColumns = ({ identity }: Survey) => [
  { title: '序号', value: ({ place }: Numbered) => place },
  ...(identity === 'named' ? [{ title: '填写人', value: ({ name }: Numbered) => name }] : []),
  { title: '交卷日期', value: ({ handedInOn }: Numbered) => handedInOn },
  { title: '题目版本', value: ({ versionNumber }: Numbered) => versionNumber },
]

type BookLine = { variable: string; label: string; type: string; number: number | null; name: string }

/** The code book: each variable, and what each of its numbers stands for. */
function* codeBook(questions: readonly Question[]): Generator<BookLine> {
  for (const question of questions)
    for (const { name, label, values } of variablesOf(question)) {
      const type = questionKindNames[question.kind]
      if (values.length === 0) yield { variable: name, label, type, number: null, name: '' }
      for (const value of values) yield { variable: name, label, type, number: value.number, name: value.name }
    }
}

/** All answers as a workbook: with names, with codes, and the code book. */
export async function dataWorkbook(ctx: Ctx, id: number): Promise<Download> {
  const of = await findSurvey(ctx, id)
  const questions = await questionsOf(ctx, of)
  const variables = questions.flatMap(variablesOf)
  await recordTaken(ctx, of)
  return sendWorkbook<[Numbered, Numbered, BookLine]>(
    `答卷-${of.title}`,
    {
      name: '答卷',
      columns: [
        ...headColumns(of),
        ...questions
          .flatMap(namedColumns)
          .map(({ title, read }) => ({ title, value: ({ values }: Numbered) => read(values) })),
      ],
      rows: numbered(eachAnswer(ctx, of)),
    },
    {
      name: '代码',
      columns: [
        { title: 'id', value: ({ place }) => place },
        ...variables.map(({ name, read }) => ({ title: name, value: ({ values }: Numbered) => read(values) })),
      ],
      rows: numbered(eachAnswer(ctx, of)),
    },
    {
      name: '代码本',
      columns: [
        { title: '变量', value: ({ variable }) => variable },
        { title: '题目', width: 60, value: ({ label }) => label },
        { title: '题型', value: ({ type }) => type },
        { title: '代码', value: ({ number }) => number },
        { title: '含义', width: 60, value: ({ name }) => name },
      ],
      rows: codeBook(questions),
    },
  )
}

const CSV_NAME = 'data.csv'

/** The answers by code, and the syntax by which SPSS reads them. */
export async function dataForStatistics(ctx: Ctx, id: number): Promise<Download> {
  const of = await findSurvey(ctx, id)
  const place: Variable = { name: 'id', label: '序号', kind: 'number', values: [], read: () => null }
  const variables = (await questionsOf(ctx, of)).flatMap(variablesOf)
  await recordTaken(ctx, of)
  async function* entries() {
    const lines = ['\ufeff', csvLine(['id', ...variables.map(({ name }) => name)])]
    for await (const answer of numbered(eachAnswer(ctx, of)))
      lines.push(csvLine([answer.place, ...variables.map(({ read }) => read(answer.values))]))
    yield { name: CSV_NAME, bytes: Buffer.from(lines.join('')) }
    yield { name: 'data.sps', bytes: Buffer.from(spssSyntax(CSV_NAME, [place, ...variables])) }
  }
  return {
    name: `答卷数据-${of.title}.zip`,
    type: 'application/zip',
    inline: false,
    isPrivate: true,
    etag: `"${randomUUID()}"`,
    body: async () => zipOf(entries(), ctx.now),
  }
}

/** 征求意见汇总处理表. */
export async function commentsWorkbook(ctx: Ctx, id: number): Promise<Download> {
  const of = await findSurvey(ctx, id)
  const rows = (await readComments(ctx, of)).flatMap(({ name, comments }) =>
    comments.map(comment => ({ clauseName: name, ...comment })),
  )
  const numberedRows = rows.map((row, i) => ({ ...row, number: i + 1 }))
  await recordTaken(ctx, of)
  return sendWorkbook<[(typeof numberedRows)[number]]>(`征求意见汇总处理表-${of.title}`, {
    columns: [
      { title: '序号', value: ({ number }) => number },
      { title: '条款', width: 40, value: ({ clauseName }) => clauseName },
      { title: '意见内容', width: 60, value: ({ comment }) => comment },
      { title: '理由', width: 40, value: ({ reason }) => reason },
      { title: '提出单位或个人', width: 30, value: ({ from }) => from },
      { title: '处理', value: ({ outcome }) => outcome && outcomeNames[outcome] },
      { title: '处理的理由', width: 40, value: ({ reply }) => reply },
    ],
    rows: numberedRows,
  })
}
