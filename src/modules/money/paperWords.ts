import { longDay } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'

/** Papers that can be issued automatically after a payment is booked. */
export const automaticPaperNames = { receipt: '收据', eInvoice: '电子票据' } as const
export type AutomaticPaper = keyof typeof automaticPaperNames
export const automaticPapers = typedKeys(automaticPaperNames)

/** States of an automatic paper that could not be issued. */
export const failureStateNames = { retrying: '稍后自动再试', left: '待财务处理' } as const
export type FailureState = keyof typeof failureStateNames
export const failureStates = typedKeys(failureStateNames)

/** How the paper for money that has come stands, as its payer reads it. */
export const paperStateNames = {
  issued: '已开',
  issuing: '开具中',
  waiting: '等待自动开具',
  unsettled: '付清后开具',
  failed: '由财务处理',
  atDesk: '由财务开具',
  onRequest: '可申请',
} as const
export type PaperState = keyof typeof paperStateNames
export const paperStates = typedKeys(paperStateNames)

type PaperStanding = { paper: AutomaticPaper; state: PaperState; number?: string; expectedOn?: string }

/** When the paper comes, in the words of the payer's pages. */
export function paperWords({ paper, state, number, expectedOn }: PaperStanding, today: string): string {
  switch (state) {
    case 'issued':
      return `已开具 ${number}`
    case 'issuing':
      return '开具中，开成后您会收到消息'
    case 'waiting':
      return `到账后自动开具，预计${expectedOn && expectedOn > today ? longDay(expectedOn) : '今日'}`
    case 'unsettled':
      return '付清后自动开具'
    case 'failed':
      return '没有自动开成，由财务人工处理'
    case 'atDesk':
      return '由财务开具，开好后您会收到消息'
    case 'onRequest':
      return paper === 'receipt' ? '需要时请与协会联系开具' : '需要时可在“我的票据”申请'
  }
}
