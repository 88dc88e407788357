import { z } from 'zod'
import { dutyCodes } from '#lib/access/duties.ts'
import type { Contract, Section } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { progress } from '#modules/review/applicationShape.ts'
import { figures, homePageContract } from './homePageContract.ts'

const byStatus = z.array(z.object({ status: certificateStatus, statusName: z.string(), num: z.int() }))

export const section: Section = { title: '首页' }

export const homeContract = {
  ...homePageContract,
  'GET /cms/index/noLogin/num/num': {
    who: 'anyone',
    summary: '首页数字：会员、有效证书、培训，由登记数据实时统计',
    also: ['/num/num'],
    cached: true,
    input: nothing,
    output: figures,
  },
  'GET /sitemap': {
    who: 'anyone',
    summary: '全部公开页面的地址；不给 part 且一份装不下时，只回答共有几份',
    cached: true,
    input: z.object({ part: int.optional() }),
    output: z.object({
      parts: z.int(),
      list: z.array(
        z.object({
          /** Path on this site, with a leading slash. */
          path: z.string(),
          /** Time of the last change of its content; null if it changes all the time. */
          changeTime: z.string().nullable(),
        }),
      ),
    }),
    example: { part: 1 },
  },
  'GET /member/info': {
    who: 'member',
    summary: '当前登录的会员',
    input: nothing,
    output: z.object({
      id: z.int(),
      userName: z.string(),
      accountType: z.enum(['organisation', 'person', 'staff']),
      /** Masked. */
      phone: z.string().nullable(),
      email: z.string().nullable(),
      avatar: z.string().nullable(),
      realName: z.string().nullable(),
      orgName: z.string().nullable(),
      creditCode: z.string().nullable(),
      /** The profile of the account is complete. */
      isComplete: z.boolean(),
      memberStatus: z.string().nullable(),
      memberType: z.enum(['organisation', 'person']).nullable(),
      memberLevelName: z.string().nullable(),
      memberNo: z.string().nullable(),
      joinDate: z.string().nullable(),
      feePaidYear: z.int().nullable(),
      unread: z.int(),
      /** Applications that wait for the member to do something. */
      todoNum: z.int(),
      /** Minutes without a call after which the session ends. */
      idleMinutes: z.int(),
      /** Clerk who acts for this company; null if it is the company's own login. */
      clerk: z
        .object({
          userName: z.string(),
          name: z.string(),
          duties: z.array(z.enum(dutyCodes)),
          dutyNames: z.array(z.string()),
          isOwner: z.boolean(),
        })
        .nullable(),
      /** Number of open invitations to act for a company. */
      invitations: z.int(),
    }),
  },
  'GET /member/overview': {
    who: 'member',
    summary: '一页概览：会员状态、证书与到期、人员、在办事项、消息、会员权益',
    input: nothing,
    output: z.object({
      name: z.string(),
      isComplete: z.boolean(),
      membership: z
        .object({
          memberNo: z.string(),
          levelName: z.string(),
          status: z.string(),
          statusName: z.string(),
          joinDate: z.string(),
          validTo: z.string().nullable(),
          feeYear: z.int(),
          feePaid: z.boolean(),
        })
        .nullable(),
      certificates: byStatus,
      /** Null for persons. */
      staff: z.object({ persons: z.int(), certified: z.int(), certificates: byStatus }).nullable(),
      /** Certificates that end within 180 days, nearest first; including those of the organisation's persons. */
      expiring: z.array(
        z.object({
          certId: z.int(),
          register: z.enum(['qualification', 'personnel', 'membership', 'award', 'appointment']),
          registerName: z.string(),
          title: z.string(),
          holderName: z.string(),
          certNo: z.string(),
          validTo: z.string(),
          daysLeft: z.int(),
          verifyUrl: z.string(),
          /** Action to take, or the renewal in progress; null: none here, or not yet. */
          act: z.object({ name: z.string(), route: z.string() }).nullable(),
        }),
      ),
      /** The application to join that is under way. */
      joining: z
        .object({
          id: z.int(),
          kindName: z.string(),
          number: z.string().nullable(),
          statusName: z.string(),
          stages: progress.stages,
          waiting: progress.waiting,
          deadline: z.string().nullable(),
          route: z.string(),
          actName: z.string(),
        })
        .nullable(),
      /** Courses, reviews on site, payments that are due; the nearest first. */
      appointments: z.array(
        z.object({
          key: z.string(),
          kindName: z.string(),
          title: z.string(),
          number: z.string(),
          text: z.string(),
          day: z.string(),
          until: z.string(),
          route: z.string(),
        }),
      ),
      unread: z.int(),
      benefits: z
        .object({
          year: z.int(),
          /** `total` null: without a limit. */
          list: z.array(z.object({ name: z.string(), unit: z.string(), used: z.int(), total: z.int().nullable() })),
        })
        .nullable(),
    }),
  },
  'GET /member/calendar': {
    who: 'member',
    summary: '日历（iCalendar 文件）：证书到期（提前 90、60、30、7 天提醒）、培训、现场评审与缴费截止（提前 7、1 天）',
    input: nothing,
    output: 'file',
  },
} as const satisfies Contract
