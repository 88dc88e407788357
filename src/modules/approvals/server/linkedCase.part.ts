import { eq } from 'drizzle-orm'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type CaseAct, defineLinkedCase } from '#modules/messages/server/caseLinks.ts'
import { AGREED, agreeName, REFUSE_WORDS, REFUSED } from '../approvalWords.ts'
import type { approvalsContract } from '../contract.ts'
import { type ApprovalRow, readApproval } from './handlers.ts'
import { approval } from './tables.ts'

type Endpoints = typeof approvalsContract

/** An act that waits for a second person, agreed to or refused from the message that asks them. */
defineLinkedCase('approval', {
  stageOf: async ({ db, now }, id) => {
    const [of] = await db.select().from(approval).where(eq(approval.id, id))
    return of && (of.state === 'waiting' && of.expiresAt <= now ? 'expired' : of.state)
  },
  lastStep: async ({ db }, id) => {
    const [of] = await db
      .select({ by: account.displayName, at: approval.decidedAt })
      .from(approval)
      .innerJoin(account, eq(account.id, approval.decidedBy))
      .where(eq(approval.id, id))
    return of?.at ? { by: of.by, at: of.at } : undefined
  },
  read: async (ctx, id) => {
    const of = await readApproval(ctx, id)
    const acts = of.mayDecide ? [agree(of), refuse(of)] : []
    const subjects = [...new Set(of.changes.map(change => change.of))]
    return {
      kindName: '双人复核',
      title: of.ruleName,
      stateName: of.stateName,
      facts: [
        { label: '提出', text: `${of.askedBy}，${minute(of.askedTime)}` },
        { label: '有效到', text: minute(of.expireTime) },
      ],
      sections: subjects.map(subject => ({
        title: subject || of.ruleName,
        isOpen: true,
        facts: of.changes
          .filter(change => change.of === subject)
          .map(({ label, before, after }) => ({ label, text: before ? `${before} → ${after || '（空）'}` : after })),
      })),
      files: [],
      acts,
      hindrance: of.mayDecide ? '' : of.isMine ? '这是您自己提出的，须由另一位同事复核' : of.obstacle || of.stateName,
      seen: of.state,
    }
  },
})

const agree = ({ id, isFile }: ApprovalRow): CaseAct => ({
  code: 'agree',
  name: agreeName(isFile),
  tone: 'main',
  consequence: isFile
    ? '提出的同事收到消息，可以下载这份文件。'
    : '同意后立即执行，按上面所列生效；提出的同事收到消息，因此须告知的单位和个人也随即收到。',
  reason: 'none',
  reasonLabel: '',
  maxReason: 0,
  reasons: [],
  exceptions: [],
  callFor: () => ({
    key: 'POST /staff/approval/agree',
    input: { id } satisfies Input<Endpoints['POST /staff/approval/agree']>,
  }),
  done: isFile ? AGREED.file : AGREED.act,
})

const refuse = ({ id }: ApprovalRow): CaseAct => ({
  code: 'refuse',
  name: '不同意',
  tone: 'plain',
  consequence: REFUSE_WORDS,
  reason: 'required',
  reasonLabel: '原因',
  maxReason: 200,
  reasons: [],
  exceptions: [],
  callFor: ({ reason }) => ({
    key: 'POST /staff/approval/refuse',
    input: { id, reason } satisfies Input<Endpoints['POST /staff/approval/refuse']>,
  }),
  done: REFUSED,
})
