import type { z } from 'zod'
import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import type { Part } from '#lib/parts.ts'
import type { association, display } from './contract.ts'
import type { Colours } from './theme.ts'

export type Association = z.infer<typeof association>
export type Groups = {
  association: Association
  display: z.infer<typeof display>
  /** 主色 and 辅色, of which every shade of the pages is made. */
  colours: Colours
  /** Texts of the 404 page and the footer; empty: defaults of the program. */
  texts: Record<'notFoundTitle' | 'notFoundText' | 'notFoundLinks' | 'footerNote' | 'footerLinks', string>
  /** Prefix of member numbers, and the end of the council's term, until which membership certificates are valid. */
  /** `leavingTerms`: what a member agrees to who applies to leave. */
  membership: { numberPrefix: string; termEndsOn: string | null; leavingTerms: string }
  /** Small print on certificates below their content. */
  certificate: { qualificationNote: string; personnelNote: string }
  /** 印章, as a file that nobody reads by its address; null: it is put on by hand. */
  seal: { file: number | null }
  /** Reasons that reviewers may choose from, one a line, by what they do. */
  reasons: { pass: string; return: string; reject: string; remark: string }
  /** Minutes for which the messages of a decision wait, and it can be taken back; 0: they go at once. */
  decisions: { holdMinutes: number }
  /**
   * Words that mean the same to who searches, a group of them on each line, with spaces between; and whether what visitors
   * have searched for is proposed to others.
   */
  search: { synonyms: string; past: 'on' | 'off' }
  /** Review of articles: none, or three steps by different people (三审三校). */
  articles: { review: 'off' | 'three' }
  /** Words that no article may have, and words to be looked at before it is published; one a line, with what to write instead. */
  words: { forbidden: string; doubtful: string }
  /** The same of adverts: what none may say, and what a reviewer is to look at. */
  advertWords: { forbidden: string; doubtful: string }
  /** Price of a text in yuan according to the contract with the provider; empty: not set. */
  sms: { price: string }
  /** Links in messages to staff, by which one case is decided on a phone; `hours`: their life; `group`: posted in 企业微信, too. */
  caseLinks: { use: 'on' | 'off'; hours: number; group: 'on' | 'off' }
  /** Provider of text messages, among those whose keys the server has. */
  smsProvider: { provider: 'aliyun' | 'tencent' }
  /** WeChat template for each kind of message, one per line. */
  wechat: { templates: string }
  payAccount: { name: string; bank: string; number: string; code: string }
  /** Days off and worked weekends, one a line; of years that are not named here the program's own count. */
  holidays: { days: string }
  /** Differences in yuan that one cashier may write off alone. */
  receiving: { writeOffLimit: number }
  /** Working days promised to payers who ask for a refund, until it is examined and from then until it is paid, and a note for all of them. */
  refunds: { examineDays: number; payDays: number; note: string }
  /** Headings, words of the numbers and texts of 缴费通知书 and 催缴函; `attention`: to whom in an organisation. */
  paymentLetters: Record<
    'noticeTitle' | 'noticeWord' | 'noticeText' | 'reminderTitle' | 'reminderWord' | 'reminderText',
    string
  > &
    Record<'closing' | 'attention', string>
  /** 记账凭证, by the fields of their form: word, how many, under which subjects money and each kind of income is booked. */
  vouchers: Record<string, string>
  /** Contact for adverts, rules that apply to them, and terms of the printed journal. */
  adverts: Record<'contactName' | 'phone' | 'mobile' | 'email' | 'wechat' | 'notice' | 'journal', string>
  secondPerson: { rules: SecondPersonRule[] }
  parts: Record<Part, 'on' | 'off'>
  demo: { loadedAt: string }
  /** Version of the search vectors of the records. */
  searchWords: { version: number }
  /** Operating mode and message; set on the screen 维护模式 or by `hangxie maintenance`. */
  operation: { mode: 'open' | 'readOnly' | 'maintenance'; message: string }
  /** 试用: there while the site is on trial. */
  trial: Trial
  /** 正式上线: when it was, and the backup made before. */
  goLive: { at: string; by: string; backup: string; lastTrialApplication: number }
}

/** `order`: somebody ordered the go-live, which a job is doing; `failed`: why the last one was not done. */
export type Trial = {
  startedAt: string
  order?: { by: string; accountId: number; at: string; removed: readonly string[] }
  failed?: string
}

/** Groups that staff may edit. */
export type EditedGroup = Exclude<
  keyof Groups,
  'demo' | 'operation' | 'searchWords' | 'smsProvider' | 'trial' | 'goLive'
>
