import { and, type SQL } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { formatPhone } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import type { staffRunContract } from '../runContract.ts'
import {
  findCourse,
  isAfter,
  type Person,
  type RosterNames,
  type Row,
  readPeople,
  readRosterNames,
  rosterRow,
  whereOf,
} from './roster.ts'

export const rosterExportHandlers = {
  /** Roster to take along to the course. */
  'GET /staff/training/roster/export': async (ctx, filters) => {
    const { title } = await findCourse(ctx, filters.courseId)
    const names = await readRosterNames(ctx, filters.courseId)
    const place = { action: 'course.exportRoster', objectType: 'course', objectId: filters.courseId, objectName: title }
    await record(ctx, place)
    return sendWorkbook(`${title}-名单`, {
      name: '名单',
      columns: columnsOf(names),
      rows: rowsOf(ctx, whereOf(filters), names),
    })
  },
  /** Whoever runs a class calls those who are in it: their own phones, and no contacts of their companies. */
  'GET /staff/training/roster/phones': async (ctx, { purpose, ...filters }) => {
    const { title } = await findCourse(ctx, filters.courseId)
    const people = await readPeople(ctx, whereOf(filters))
    await record(ctx, {
      action: 'course.exportPhones',
      objectType: 'course',
      objectId: filters.courseId,
      objectName: title,
      after: { 用途: purpose, 人数: people.length },
    })
    const phoneOf = (sealed: string | null) => (sealed ? formatPhone(ctx.encryption.decrypt(sealed)) : '')
    return sendWorkbook(`${title}-通讯录`, {
      name: '通讯录',
      mark: `含个人信息，仅限此用途，用后删除。${await ownName(ctx)} ${minute(iso(ctx.now))} 导出，用途：${purpose}`,
      columns: phoneColumns(phoneOf),
      rows: people,
    })
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

async function* rowsOf(ctx: Ctx, where: SQL, names: RosterNames): AsyncGenerator<Row> {
  const people = inBatches<Person>(after => readPeople(ctx, and(where, after && isAfter(after))))
  for await (const person of people) yield rosterRow(ctx, person, names)
}

const phoneColumns = (phoneOf: (sealed: string | null) => string): Column<Person>[] => [
  { title: '准考证号', width: 12, value: ({ of }) => of.ticketNumber },
  { title: '姓名', width: 12, value: ({ of }) => of.name },
  { title: '手机', width: 16, value: ({ of }) => phoneOf(of.mobileSealed) },
  { title: '职务', width: 12, value: ({ of }) => of.position },
  { title: '单位', width: 36, value: ({ registration }) => registration.organisationName },
  { title: '报名编号', width: 20, value: ({ registration }) => registration.number },
  { title: '报名联系人', width: 12, value: ({ registration }) => registration.contactName },
  { title: '报名联系人手机', width: 16, value: ({ registration }) => phoneOf(registration.contactMobileSealed) },
]

/** Only what the kind asks; names of what the program keeps of everybody stay. */
const columnsOf = ({ kind, course }: RosterNames): Column<Row>[] => [
  { title: kind.hasExam ? '准考证号' : `${kind.pass}号`, width: 12, value: row => row.ticketNumber },
  { title: '姓名', width: 12, value: row => row.name },
  ...(kind.asks.includes('sex') ? [{ title: '性别', width: 6, value: (row: Row) => row.sexName }] : []),
  { title: '单位', width: 36, value: row => row.organisationName },
  ...(kind.hasCertificates
    ? [
        { title: '级别', width: 10, value: (row: Row) => row.levelName },
        { title: '报考', width: 8, value: (row: Row) => row.examKindName },
      ]
    : []),
  ...(kind.asks.includes('mobile') ? [{ title: '手机', width: 14, value: (row: Row) => row.mobile }] : []),
  ...(kind.asks.includes('idNumber') ? [{ title: '证件号码', width: 22, value: (row: Row) => row.idNumber }] : []),
  ...(course.fares.length > 0 ? [{ title: '票种', width: 14, value: (row: Row) => row.fareName }] : []),
  ...kind.fields.map(({ label }) => ({
    title: label,
    width: 16,
    value: ({ answers }: Row) => answers.find(one => one.label === label)?.text ?? '',
  })),
  { title: '座位', width: 16, value: row => row.seat },
  { title: '住宿', width: 8, value: row => row.stayName },
  { title: '房间', width: 10, value: row => row.room },
  { title: '报名编号', width: 20, value: row => row.registrationNumber },
  { title: '报名状态', width: 10, value: row => row.statusName },
  { title: '报到时间', width: 18, value: row => row.checkedInAt && minute(row.checkedInAt) },
  { title: '报到经办', width: 12, value: row => row.checkedInBy },
]
