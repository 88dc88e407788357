import { and, asc, count, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { defineImport } from '#modules/imports/server/importKinds.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { participantForm } from '../enrolling/server/enrolmentRegister.ts'
import { CONFIRMED } from '../enrolmentStatus.ts'
import { checkParticipants } from '../participants/server/participantImportCheck.ts'
import { numberOf, participantColumns, participantFaults } from '../participants/server/participantImportColumns.ts'
import { finishParticipants, undoParticipants } from '../participants/server/participantImportEnd.ts'
import { writeParticipants } from '../participants/server/participantImportWrite.ts'
import { course, participant, registration } from './tables.ts'

const BATCH_SIZE = 500

const isListed = and(
  eq(participant.isActive, true),
  isNotNull(participant.idNumberSealed),
  inArray(registration.status, CONFIRMED),
)

const confirmedFrom = ({ db }: Ctx, after: number) =>
  db
    .select({ id: participant.id, of: participant, from: registration, levels: personnelKind.levels })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .where(and(gt(participant.id, after), isListed))
    .orderBy(asc(participant.id))
    .limit(BATCH_SIZE)

async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const form = participantForm(ctx)
  const rows = inBatches<Awaited<ReturnType<typeof confirmedFrom>>[number]>(after => confirmedFrom(ctx, after?.id ?? 0))
  for await (const { of, from, levels } of rows)
    yield {
      ...form.valuesOf(of),
      courseId: of.courseId,
      organisationName: from.organisationName,
      creditCode: from.creditCode,
      levelName: levels?.find(({ code }) => code === of.levelCode)?.name ?? '',
      consent: of.consentAt ? 'yes' : 'no',
      recordId: of.id,
    }
}

async function readNumbers(ctx: Ctx, ids: number[]): Promise<Map<number, FormValues>> {
  const rows = await ctx.db.select().from(participant).where(inArray(participant.id, ids))
  const form = participantForm(ctx)
  return new Map(
    rows.map(row => {
      const { idNumber, mobile } = form.valuesOf(row)
      return [row.id, { idNumber: idNumber ?? null, mobile: mobile ?? null }]
    }),
  )
}

async function countListed({ db }: Ctx): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .where(isListed)
  return found!.count
}

defineImport({
  kind: 'participants',
  order: 60,
  name: '培训学员',
  permission: 'staff:training',
  policy:
    '按培训班和证件号码判断：已报名的跳过（姓名须一致），其余作为报名成功的学员新增，同一单位在同一个班的合为一份报名；已登记的人员资料不改动。名额已满或已取消的班不能导入；不发送通知。',
  columns: async () => participantColumns,
  key: {
    column: 'idNumber',
    of: values => (values.courseId && numberOf(values) ? `${values.courseId} ${numberOf(values)}` : ''),
  },
  faults: participantFaults,
  look: checkParticipants,
  write: writeParticipants,
  finish: { name: '汇总报名', run: finishParticipants },
  undo: undoParticipants,
  records,
  personal: { read: readNumbers, count: countListed },
})
