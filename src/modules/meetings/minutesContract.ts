import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int, text } from '#lib/form/fields.ts'
import { storedFile } from '#modules/files/contract.ts'
import { MAX_ITEMS } from './meetingWords.ts'
import { MAX_MINUTES_TEXT, minutesStates, signingRoles, verdicts } from './minutesWords.ts'

const seen = { minutesId: int, version: int }
const moved = z.object({ minutesId: z.int(), version: z.int() })
const written = text(MAX_MINUTES_TEXT).default('')

const content = z.object({
  title: z.string(),
  facts: z.array(z.string()),
  opening: z.string(),
  items: z.array(z.object({ itemId: z.int(), title: z.string(), facts: z.array(z.string()), text: z.string() })),
  closing: z.string(),
})
const signature = z.object({
  role: z.enum(signingRoles),
  roleName: z.string(),
  name: z.string(),
  signedAt: z.string().nullable(),
})
const answered = z.object({
  replyId: z.int(),
  seatName: z.string(),
  correction: z.string(),
  answeredAt: z.string().nullable(),
  answeredName: z.string(),
  verdict: z.enum(verdicts).nullable(),
  verdictName: z.string(),
  verdictText: z.string(),
})
const minutesVersion = z.object({
  minutesId: z.int(),
  number: z.int(),
  state: z.enum(minutesStates),
  stateName: z.string(),
  content,
  reason: z.string(),
  answerBy: z.string().nullable(),
  circulatedAt: z.string().nullable(),
  signedAt: z.string().nullable(),
  signatures: z.array(signature),
})

/** 会议纪要 as the secretary writes it. */
export const minutesContract = {
  'GET /staff/meeting/minutes': {
    who: 'staff:decide',
    summary: '一次会议的纪要：各稿的内容、征求到的意见、签署；内容里的事实取自会议记录，不能修改',
    input: z.object({ id: int }),
    output: z.object({
      title: z.string(),
      /** Whether there is a record of what happened. */
      isOver: z.boolean(),
      /** The newest first. */
      versions: z.array(
        minutesVersion.extend({
          version: z.int(),
          answers: z.array(answered),
          scans: z.array(storedFile),
          actorName: z.string(),
          updatedAt: z.string(),
          /** True if the caller is asked to sign it. */
          isMine: z.boolean(),
          /** Digest of what is signed. */
          digest: z.string(),
        }),
      ),
      /** Seats that attended and would be asked. */
      attended: z.int(),
      /** Who would sign in the system; null: no login is known under that name. */
      signatories: z.array(
        z.object({ role: z.enum(signingRoles), roleName: z.string(), name: z.string(), isKnown: z.boolean() }),
      ),
      canDo: z.array(z.enum(['draft', 'circulate', 'remind', 'toSign', 'sign', 'scan', 'revise'])),
      /** Why it cannot be given to be signed yet; empty where it can. */
      hindrance: z.string(),
    }),
    example: { id: 1 },
  },
  'POST /staff/meeting/minutes/draft': {
    who: 'staff:decide',
    summary: '起草会议纪要；已有一稿的，以它为底稿另起一稿，写明原因：已签署的不变，由新的一稿更正',
    input: z.object({ id: int, reason: text(200).default('') }),
    output: moved,
    example: { id: 1 },
  },
  'POST /staff/meeting/minutes/save': {
    who: 'staff:decide',
    summary: '修改纪要草稿的文字；出席、表决和决定取自会议记录',
    maxBodyKb: 4096,
    input: z.object({
      ...seen,
      opening: written,
      items: z
        .array(z.object({ itemId: int, text: written }), '应为议题的列表')
        .max(MAX_ITEMS, '议题过多')
        .default([]),
      closing: written,
    }),
    output: moved,
    example: { minutesId: 1, version: 1, opening: '秘书长宣读了议程。', items: [{ itemId: 1, text: '经讨论……' }] },
  },
  'POST /staff/meeting/minutes/circulate': {
    who: 'staff:decide',
    confirm: true,
    sends: true,
    summary: '把草稿发给到会的席位征求意见：各席在期限前答复无意见或提出更正',
    input: z.object({ ...seen, answerBy: day.optional() }),
    output: moved.extend({ told: z.int() }),
    example: { minutesId: 1, version: 2, answerBy: '2026-12-15' },
  },
  'POST /staff/meeting/minutes/remind': {
    who: 'staff:decide',
    confirm: true,
    sends: true,
    summary: '提醒还没有答复的席位',
    input: z.object(seen),
    output: z.object({ told: z.int() }),
    example: { minutesId: 1, version: 3 },
  },
  'POST /staff/meeting/minutes/answer': {
    who: 'staff:decide',
    sends: true,
    summary: '答复一条更正意见：采纳的在下一稿写入，不采纳的说明理由；提出的席位收到消息',
    input: z.object({
      replyId: int,
      verdict: z.enum(verdicts, '请选择采纳或不采纳'),
      text: text(500).min(2, '请写明怎样处理'),
    }),
    output: z.object({ replyId: z.int() }),
    example: { replyId: 1, verdict: 'accepted', text: '已在第二项补写' },
  },
  'POST /staff/meeting/minutes/toSign': {
    who: 'staff:decide',
    sends: true,
    summary: '送主持人和记录人在线签署；没有账号的，改为上传签名的扫描件',
    input: z.object(seen),
    output: moved,
    example: { minutesId: 1, version: 3 },
  },
  'POST /staff/meeting/minutes/sign': {
    who: 'staff:decide',
    confirm: true,
    tells: true,
    summary: '由本人签署的会议纪要：digest 为所读到的内容的摘要；最后一人签署后生成带数字签名的 PDF，不再改动',
    input: z.object({ minutesId: int, digest: z.string().regex(/^[0-9a-f]{64}$/, '应为 64 位十六进制字符') }),
    output: moved,
    example: { minutesId: 1, digest: '0'.repeat(64) },
  },
  'POST /staff/meeting/minutes/scan': {
    who: 'staff:decide',
    confirm: true,
    tells: true,
    summary: '主持人、记录人在纸上签名的：上传扫描件，纪要即为已签署，不再改动',
    input: z.object({
      ...seen,
      fileIds: z.array(int, '应为文件的列表').min(1, '请上传签名的扫描件').max(5, '最多 5 个文件'),
    }),
    output: moved,
    example: { minutesId: 1, version: 3, fileIds: [1] },
  },
  'GET /staff/meeting/minutes/file': {
    who: 'staff:decide',
    summary: '会议纪要一稿：PDF（已签署的带数字签名，草稿标明“草稿”），或可修改的 DOCX',
    input: z.object({ minutesId: int, format: z.enum(['pdf', 'docx'], '应为 pdf 或 docx').default('pdf') }),
    output: 'file',
    example: { minutesId: 1, format: 'pdf' },
  },
} as const satisfies Contract

/** 会议纪要 as whoever attended reads it. */
export const ownMinutesContract = {
  'GET /meeting/minutes': {
    who: 'member',
    self: true,
    summary: '到会的席位读会议纪要：征求意见的、待本人签署的和已签署的各稿，本席的答复与协会的处理',
    input: z.object({ id: int }),
    output: z.object({
      title: z.string(),
      /** The newest first. */
      versions: z.array(
        minutesVersion.extend({
          /** Own seats that are asked. */
          answers: z.array(answered.extend({ canAnswer: z.boolean() })),
          /** Set if the caller is asked to sign: what is confirmed, its digest, and the phone that gets the code, masked. */
          asked: z.object({ statement: z.string(), digest: z.string(), phone: z.string() }).nullable(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /meeting/minutes/reply': {
    who: 'member',
    self: true,
    summary: '答复纪要的征求意见：无意见（correction 为空），或写明更正；期限前可以改',
    input: z.object({ replyId: int, correction: text(2000).default('') }),
    output: z.object({ replyId: z.int() }),
    example: { replyId: 1, correction: '第二项应为“分两年实施”' },
  },
  'POST /meeting/minutes/sign': {
    who: 'member',
    self: true,
    summary: '主持人或记录人签署纪要：digest 为所读到的内容的摘要，code 为发到本人手机的验证码（用途 signMinutes）',
    input: z.object({
      minutesId: int,
      digest: z.string().regex(/^[0-9a-f]{64}$/, '应为 64 位十六进制字符'),
      code: text(20),
    }),
    output: z.object({ minutesId: z.int() }),
    example: { minutesId: 1, digest: '0'.repeat(64), code: '204816' },
  },
  'GET /meeting/minutes/file': {
    who: 'member',
    self: true,
    summary: '已签署的会议纪要（带数字签名的 PDF），到会的席位和签署人可以下载',
    input: z.object({ minutesId: int }),
    output: 'file',
    example: { minutesId: 1 },
  },
} as const satisfies Contract
