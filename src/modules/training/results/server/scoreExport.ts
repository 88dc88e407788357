import { and, gt } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { participant } from '#modules/training/server/tables.ts'
import type { staffResultContract } from '../resultContract.ts'
import { levelName, words } from './scoreList.ts'
import { findCourse, readScores, type ScoreRow, scoresWhere } from './scoreQueries.ts'

export const scoreExportHandlers = {
  'GET /staff/training/scores/export': async (ctx, asked) => {
    const found = await findCourse(ctx, asked.id)
    const { id: objectId, title } = found.of
    await record(ctx, { action: 'result.export', objectType: 'course', objectId, objectName: title })
    const rows = inBatches((after: ScoreRow | undefined) =>
      readScores(ctx, and(scoresWhere(asked), after && gt(participant.id, after.id))!)
        .orderBy(participant.id)
        .limit(1000),
    )
    type Value = (row: ScoreRow) => string | null | undefined
    const score =
      (round: 'first' | 'makeup', part: 'theory' | 'practice'): Value =>
      row =>
        row[round]?.isAbsent ? '缺考' : words(row[round]?.[part])
    const column = (title: string, width: number, value: Value) => ({ title, width, value })
    const practice = found.of.passPractice !== null
    return sendWorkbook(`${title} 成绩`, {
      name: '成绩',
      columns: [
        column('准考证号', 18, row => row.ticketNumber),
        column('姓名', 12, row => row.name),
        column('单位', 30, row => row.organisationName),
        column('级别', 12, row => levelName(found, row)),
        column('理论', 10, score('first', 'theory')),
        ...(practice ? [column('实操', 10, score('first', 'practice'))] : []),
        column('补考理论', 10, score('makeup', 'theory')),
        ...(practice ? [column('补考实操', 10, score('makeup', 'practice'))] : []),
        column('结果', 12, row => resultNames[row.result]),
        column('证书编号', 24, row => row.certificate?.number),
      ],
      rows,
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>
