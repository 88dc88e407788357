import { z } from 'zod'
import { secondPersonRuleCodes } from '#lib/access/secondPerson.ts'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { approvalViews } from './states.ts'

const rule = z.enum(secondPersonRuleCodes, '没有这条规则')

export const section: Section = { title: '双人复核', after: '配置包' }

export const approvalsContract = {
  'GET /staff/approval/list': {
    who: 'staff',
    summary: '须双人复核的操作：自己提出的，和自己可以复核的；state=waiting 只看待复核的，forMe 只看等我复核的',
    ...paged(
      { state: z.enum(approvalViews, '应为 forMe、waiting 或 all').default('all') },
      z.object({
        id: z.int(),
        ruleName: z.string(),
        /** Record and values that would change; empty if the name of the action says it all. */
        changes: z.array(z.object({ of: z.string(), label: z.string(), before: z.string(), after: z.string() })),
        state: z.string(),
        stateName: z.string(),
        askedBy: z.string(),
        askedTime: z.string(),
        expireTime: z.string(),
        isMine: z.boolean(),
        mayDecide: z.boolean(),
        /** Why not, of what waits and somebody else has asked for; empty: they may. */
        obstacle: z.string(),
        decidedBy: z.string().nullable(),
        decidedTime: z.string().nullable(),
        reason: z.string(),
        /** A file, which whoever asked takes after somebody has agreed, instead of an act. */
        isFile: z.boolean(),
        /**
         * Set for an approved file, shown to the requester: until when and how many times it can still be downloaded.
         */
        file: z.object({ until: z.string(), left: z.int() }).nullable(),
      }),
    ),
    example: { state: 'waiting', pageNum: 1 },
  },
  'POST /staff/approval/agree': {
    who: 'staff',
    confirm: true,
    summary:
      '同意并执行同事提出的操作：不能是本人提出的，并须凭本人的角色有同样的权限，账号与提出人的没有关联；内容此后已变化的不执行，返回原因',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'GET /staff/approval/file': {
    who: 'staff',
    confirm: true,
    summary: '下载经复核同意导出的文件：仅限提出的人，同意后 24 小时内，最多 3 次，每次都记入审计日志',
    ...fileOf,
    // The call that was agreed to is made within this one, and waits for its turn by itself.
    isStored: true,
  },
  'POST /staff/approval/refuse': {
    tells: true,
    who: 'staff',
    summary: '不同意同事提出的操作，写明原因',
    input: z.object({ id: int, reason: text(200).refine(Boolean, '请写明不同意的原因') }),
    output: nothing,
    example: { id: 1, reason: '账号与开户许可不一致' },
  },
  'POST /staff/approval/withdraw': {
    who: 'staff',
    summary: '撤回自己提出、还没有人复核的操作',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'GET /staff/approval/rules': {
    who: 'staff:accounts',
    summary: '哪些操作须双人复核，各有几位同事可以办理',
    input: nothing,
    /** `note`: why a rule is in force all the same. */
    output: z.array(z.object({ code: rule, name: z.string(), isOn: z.boolean(), people: z.int(), note: z.string() })),
  },
  'POST /staff/approval/rules': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'rules' },
    summary:
      '设定哪些操作须双人复核，返回生效的规则：开启任何一项，“角色与账号”一项（roles）随之开启；可以办理的同事不足两位的不能开启；已开启任何一项时，这项修改本身也须复核',
    input: z.object({ rules: z.array(rule).max(secondPersonRuleCodes.length) }),
    output: z.object({ rules: z.array(rule) }),
    example: { rules: ['payAccount', 'roles'] },
  },
} as const satisfies Contract
